import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Journal } from "../../src/core/journal/journal.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { AS_PLAIN_USER, isRoot, PLAIN_USER, plainCopy } from "../support/plain-user.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A state directory with a journal of one line. */
function withJournal(): string {
  const stateDir = tempDir();
  const journal = new Journal({ stateDir, host: "1-a", redact: (text) => text });
  journal.note({ kind: "note" });
  journal.close();
  return stateDir;
}

type Said = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** A real nacre, behind these words. */
function nacre(before: readonly string[], { place, stateDir }: { place: string; stateDir: string }) {
  const home = tempDir();
  chmodSync(home, 0o755);
  const env = { PATH: "/usr/bin:/bin", HOME: home, NACRE_STATE_DIR: stateDir };
  return (...words: readonly string[]): Said => {
    const all = [...before, process.execPath, join(place, "bin/nacre.js"), ...words];
    const { status, stdout, stderr } = spawnSync("env", all, { env, cwd: "/", encoding: "utf8", timeout: 60_000 });
    return { code: status, stdout, stderr };
  };
}

test.skipIf(!hasBubblewrap)("on a read-only disk a command runs, what is lost is said, and the journal is read", () => {
  const stateDir = withJournal();
  const behind = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", stateDir, stateDir];
  const run = nacre(behind, { place: resolve("."), stateDir });
  const ran = run("run", "--", "echo runs");
  expect([ran.code, ran.stdout]).toEqual([0, "runs\n"]);
  expect(ran.stderr).toMatch(/state directory .* cannot be used \(EROFS/);
  expect(ran.stderr).toContain("the journal cannot be written: the disk is read-only (EROFS); make the disk of ");
  expect(run("journal", "verify")).toMatchObject({ code: 0, stdout: "the journal is whole: 1 line of 1 host\n" });
  expect(run("watch", "--link")).toMatchObject({
    code: 126,
    stdout: "",
    stderr: expect.stringContaining("the state directory cannot be used: EROFS"),
  });
});

/** A built nacre that a plain user can run. */
function plainNacre(): string {
  const place = plainCopy();
  for (const part of ["bin", "node_modules/commander", "package.json"])
    cpSync(part, join(place, part), { recursive: true, dereference: true });
  return place;
}

test("a state directory of another user is not taken for an empty one", () => {
  const stateDir = withJournal();
  const place = plainNacre();
  mkdirSync(join(stateDir, "hosts"));
  for (const part of ["hosts", "journal"]) chmodSync(join(stateDir, part), AS_PLAIN_USER.length === 0 ? 0 : 0o700);
  chmodSync(stateDir, 0o755);
  onTestFinished(() => ["hosts", "journal"].forEach((part) => chmodSync(join(stateDir, part), 0o700)));
  const run = nacre(AS_PLAIN_USER, { place, stateDir });
  for (const words of [["journal", "verify"], ["ps"]]) {
    expect([words, run(...words)]).toEqual([
      words,
      { code: 126, stdout: "", stderr: expect.stringContaining("the state directory cannot be used: EACCES") },
    ]);
  }
});

/** All that lies in a directory, with its owner, size and time. */
const treeOf = (directory: string): readonly string[] =>
  ["", ...readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted()].map((name) => {
    const { uid, mode, size, mtimeMs } = lstatSync(join(directory, name));
    return [name, uid, mode, size, mtimeMs].join(" ");
  });

/** Gives a directory away with all that is in it. */
function giveAway(directory: string, mode: number, user: number): void {
  for (const name of ["", ...readdirSync(directory, { recursive: true, encoding: "utf8" })])
    chownSync(join(directory, name), user, user);
  chmodSync(directory, mode);
}

test.skipIf(!isRoot).each([
  ["root, in a plain user's", [], resolve("."), 0o700, PLAIN_USER],
  ["root, in a plain user's that all may write", [], resolve("."), 0o777, PLAIN_USER],
  ["a plain user, in another's that all may write", AS_PLAIN_USER, undefined, 0o777, 12_345],
] as const)(
  "%s state directory: commands run, nothing is kept, read or served there, and that is said",
  (_, before, place = plainNacre(), mode, owner) => {
    const stateDir = withJournal();
    giveAway(stateDir, mode, owner);
    const was = treeOf(stateDir);
    const run = nacre(before, { place, stateDir });
    for (const sandbox of ["none", ...(hasBubblewrap ? ["workspace"] : [])]) {
      const ran = run("run", "--sandbox", sandbox, "--workspace", openToAll(), "--", "echo runs");
      expect([ran.code, ran.stdout]).toEqual([0, "runs\n"]);
      expect(ran.stderr).toContain(`the state directory ${stateDir} cannot be used (it belongs to another user)`);
      expect(ran.stderr).toContain(
        `the journal cannot be written: the state directory cannot be used: ${stateDir} belongs to another user`,
      );
    }
    for (const words of [
      ["ps"],
      ["journal", "verify"],
      ["watch", "--link"],
      ["serve", "--port", "0", "--sandbox", "none"],
    ])
      expect([words, run(...words)]).toEqual([
        words,
        {
          code: 126,
          stdout: "",
          stderr: expect.stringContaining(`the state directory cannot be used: ${stateDir} belongs to another user`),
        },
      ]);
    expect(treeOf(stateDir)).toEqual(was);
  },
);

/** A directory in which everybody may write. */
function openToAll(): string {
  const directory = tempDir();
  chmodSync(directory, 0o777);
  return directory;
}

test.skipIf(!isRoot)("a plain user keeps state in a directory that root made for all, as containers do", () => {
  const run = nacre(AS_PLAIN_USER, { place: plainNacre(), stateDir: openToAll() });
  expect(run("run", "--", "echo runs")).toEqual({ code: 0, stdout: "runs\n", stderr: "" });
});
