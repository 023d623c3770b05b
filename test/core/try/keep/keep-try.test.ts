import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepTry } from "../../../../src/core/try/keep/keep-try.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { tryGround } from "../../../support/tried.ts";

const FILES = { a: "one\n", "d/b": "two\n", "d/e/c": "three\n", f: "four\n" };

test("a keep brings everything into the workspace, and the try is over", async () => {
  const { workspace, stateDir, run, left } = tryGround(FILES);
  const { id } = await run(
    "echo x >> a; rm -r d/e; chmod 4755 f; ln -s a link; mkdir -p n/m; echo n > n/m/n; rm d/b; mkdir d/b; mkfifo p",
  );
  const { kept, conflicts, guarded, open } = await keepTry(stateDir, id);
  expect({ conflicts, guarded, open, kept: kept.length }).toEqual({ conflicts: [], guarded: [], open: 0, kept: 9 });
  const at = (path: string): string => join(workspace, path);
  expect(readFileSync(at("a"), "utf8")).toBe("one\nx\n");
  expect(existsSync(at("d/e"))).toBe(false);
  expect(statSync(at("f")).mode & 0o7777).toBe(0o755);
  expect(readlinkSync(at("link"))).toBe("a");
  expect(readFileSync(at("n/m/n"), "utf8")).toBe("n\n");
  expect(statSync(at("d/b")).isDirectory()).toBe(true);
  expect(lstatSync(at("p")).isFIFO()).toBe(true);
  expect(left()).toEqual([]);
  expect(readdirSync(workspace).filter((name) => name.startsWith(".nacre"))).toEqual([]);
});

test("paths and patterns keep a part, and the rest stays open without a conflict", async () => {
  const { workspace, stateDir, run, told } = tryGround(FILES);
  const record = await run(
    "echo x >> a; echo x >> d/b; echo x >> d/e/c; mkdir n; echo n > n/n; echo m > n/m; chmod 700 d",
  );
  const { id } = record;
  expect(await keepTry(stateDir, id, ["nothing", "a"])).toMatchObject({ unknown: ["nothing"], kept: [], open: 7 });
  expect(await keepTry(stateDir, id, ["n/m", "d/*"])).toMatchObject({ conflicts: [], open: 3 });
  expect(readdirSync(join(workspace, "n"))).toEqual(["m"]);
  expect(readFileSync(join(workspace, "d/e/c"), "utf8")).toBe("three\nx\n");
  expect(await told(record)).toEqual(["modified a", "mode d", "added n/n"]);
  expect(await keepTry(stateDir, id)).toMatchObject({ conflicts: [], open: 0 });
  expect(statSync(join(workspace, "d")).mode & 0o777).toBe(0o700);
});

test("guarded names are kept only when they are named one by one", async () => {
  const { workspace, stateDir, run } = tryGround({ ...FILES, ".git/HEAD": "", ".git/config": "old" });
  const { id } = await run("echo new > .git/config; mkdir .vscode; echo {} > .vscode/tasks.json; echo x > plain");
  expect(await keepTry(stateDir, id)).toMatchObject({ guarded: [".git/config", ".vscode/tasks.json"], open: 2 });
  expect(readFileSync(join(workspace, ".git/config"), "utf8")).toBe("old");
  expect(await keepTry(stateDir, id, [".git", ".vscode/**"])).toMatchObject({ kept: [], open: 2 });
  expect(await keepTry(stateDir, id, [".git/config"])).toMatchObject({ guarded: [], open: 1 });
  expect(readFileSync(join(workspace, ".git/config"), "utf8")).toBe("new\n");
});

test.each<[string, string, (workspace: string) => void]>([
  ["a file that both changed", "echo x >> a", (at) => writeFileSync(join(at, "a"), "mine")],
  ["a file that the user removed", "echo x >> a", (at) => rmSync(join(at, "a"))],
  ["a name that both made", "echo x > new", (at) => writeFileSync(join(at, "new"), "mine")],
  ["something new in a directory that is to go", "rm -r d", (at) => writeFileSync(join(at, "d/e/mine"), "mine")],
  [
    "a directory that became a link",
    "echo x > d/new",
    (at) => {
      rmSync(join(at, "d"), { recursive: true });
      symlinkSync("/tmp", join(at, "d"));
    },
  ],
  ["rights that both changed", "chmod 700 a", (at) => chmodSync(join(at, "a"), 0o600)],
])("%s is a conflict, and nothing is kept", async (_, text, edit) => {
  const { workspace, stateDir, run } = tryGround(FILES);
  const { id } = await run(`${text}; echo other >> f`);
  edit(workspace);
  const result = await keepTry(stateDir, id).catch((error: Error) => error.message);
  if (typeof result === "string") expect(result).toContain("leads through a link");
  else expect(result).toMatchObject({ kept: [], conflicts: [{ path: expect.any(String) }] });
  expect(readFileSync(join(workspace, "f"), "utf8")).toBe("four\n");
});

test("an edit of the user beside the changes is no conflict", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  const { id } = await run("echo x >> a; mv d/b b2; echo y >> b2");
  writeFileSync(join(workspace, "d/mine"), "mine");
  writeFileSync(join(workspace, "f"), "mine");
  expect(await keepTry(stateDir, id)).toMatchObject({ conflicts: [], open: 0 });
  expect(readFileSync(join(workspace, "d/mine"), "utf8")).toBe("mine");
  expect(readFileSync(join(workspace, "b2"), "utf8")).toBe("two\ny\n");
});

test("a file that was moved away and written anew as it was is no conflict", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  const { id } = await run("sed -i.bak s/nothing/x/ a");
  expect(await keepTry(stateDir, id)).toMatchObject({ conflicts: [], open: 0 });
  expect(readFileSync(join(workspace, "a.bak"), "utf8")).toBe("one\n");
});

test("further names of a file are the same file after a keep", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  const { id } = await run("ln a again; echo n > n1; ln n1 n2");
  await keepTry(stateDir, id);
  const inode = (name: string): number => statSync(join(workspace, name)).ino;
  expect(inode("again")).toBe(inode("a"));
  expect(inode("n1")).toBe(inode("n2"));
});

test("nothing outside of the workspace is written, whatever link the user puts in the way", async () => {
  const { workspace, stateDir, run } = tryGround({ "d/x": "x" });
  const { id } = await run("echo planted > d/planted");
  const elsewhere = tempDir();
  rmSync(join(workspace, "d"), { recursive: true });
  symlinkSync(elsewhere, join(workspace, "d"));
  await keepTry(stateDir, id).catch(() => undefined);
  expect(readdirSync(elsewhere)).toEqual([]);
  mkdirSync(join(workspace, "other"));
  linkSync(join(stateDir, "tries", id, "record.json"), join(workspace, "other/record"));
});
