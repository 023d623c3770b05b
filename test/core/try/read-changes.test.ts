import { chmodSync, linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { triedChanges } from "../../../src/core/try/tried-changes.ts";
import { tryGround } from "../../support/tried.ts";

const FILES = { a: "one\n", "d/b": "two\n", "d/e/c": "three\n", f: "four\n" };

test("every kind of change is told, parents first, and what is the same is not", async () => {
  const { workspace, run, told } = tryGround(FILES);
  symlinkSync("a", join(workspace, "link"));
  const record = await run(
    "echo x >> a; rm -r d/e; chmod 755 f; ln -sfn f link; mkdir new; echo n > new/n; touch d/b; echo two > d/b; mkfifo pipe",
  );
  expect(await told(record)).toEqual([
    "modified a",
    "deleted d/e",
    "mode f",
    "modified link",
    "added new",
    "added new/n",
    "added pipe",
  ]);
});

test("a directory that became a file, and a file that became one, are a change of type", async () => {
  const { run, told } = tryGround(FILES);
  const record = await run("rm -r d; echo file > d; rm f; mkdir f; echo in > f/in");
  expect(await told(record)).toEqual(["type d", "type f", "added f/in"]);
});

test("a directory that was deleted and made again has lost what it held", async () => {
  const { run, told } = tryGround(FILES);
  expect(await told(await run("rm -r d; mkdir -p d/e; echo new > d/new"))).toEqual([
    "deleted d/e/c",
    "added d/new",
    "deleted d/b",
  ]);
});

test("what a directory that is gone held is counted", async () => {
  const { stateDir, run } = tryGround(FILES);
  const { changes } = await triedChanges(stateDir, await run("rm -r d"));
  expect(changes).toMatchObject([{ kind: "deleted", path: "d", files: 2, before: { type: "directory", bytes: 10 } }]);
});

test("names that are no text are told byte for byte", async () => {
  const { run, told } = tryGround(FILES);
  const record = await run(String.raw`echo x > $'bad\xff'; echo y > 'ä b'; echo z > $'new\nline'`);
  expect(await told(record)).toEqual(["added bad\\xff", "added new\nline", "added ä b"]);
});

test("the rights of the workspace itself are a change", async () => {
  const { workspace, run, told } = tryGround(FILES);
  chmodSync(workspace, 0o755);
  expect(await told(await run("chmod 700 ."))).toEqual(["mode ."]);
});

test("a copy tells the same, and takes nothing of the user's for its own", async () => {
  const { workspace, run, told } = tryGround(FILES);
  linkSync(join(workspace, "a"), join(workspace, "a2"));
  const record = await run("rm -r d/e; echo x >> f; mkdir new", "copy");
  expect(record.basis).toBe("copy");
  expect(await told(record)).toEqual(["deleted d/e", "modified f", "added new"]);
});
