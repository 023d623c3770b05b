import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFault } from "../../../src/core/base/fault.ts";
import { isInside } from "../../../src/core/files/path-inside.ts";
import { directoryOf, usableDirectory } from "../../../src/core/files/working-directory.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** What the fault says, for a directory that cannot be used. */
const problemOf = (path: string, roots: readonly string[]): string => {
  try {
    return `usable: ${usableDirectory(path, roots)}`;
  } catch (error) {
    return isFault(error, "DIRECTORY_UNUSABLE") ? error.message : `not that fault: ${String(error)}`;
  }
};

const rooted = (): { root: string; inside: string } => {
  const root = join(tempDir(), "root");
  mkdirSync(join(root, "inside"), { recursive: true });
  return { root, inside: join(root, "inside") };
};

test("a directory in a root is usable", () => {
  const { root, inside } = rooted();
  expect(usableDirectory(inside, [root])).toBe(inside);
  expect(usableDirectory(root, [root])).toBe(root);
  expect(usableDirectory(`${inside}/../inside/.`, [root])).toBe(inside);
});

test.each(["with space", "with 'quote", 'with "double', "with\nnewline", "with $dollar", "-dash", "ünïcode"])(
  "a directory named %j is as good as any",
  (name) => {
    const { root } = rooted();
    mkdirSync(join(root, name));
    expect(usableDirectory(join(root, name), [root])).toBe(join(root, name));
  },
);

test("every way a directory can be wrong has its own answer", () => {
  const { root, inside } = rooted();
  writeFileSync(join(root, "file"), "");
  symlinkSync("loop", join(root, "loop"));
  expect(problemOf(join(root, "missing"), [root])).toContain("does not exist");
  expect(problemOf(join(root, "file"), [root])).toContain("is not a directory");
  expect(problemOf(join(root, "file", "x"), [root])).toContain("is not a directory");
  expect(problemOf(join(root, "loop"), [root])).toContain("leads nowhere");
  expect(problemOf("inside", [root])).toContain("not an absolute path");
  expect(problemOf(inside, [])).toContain("no allowed root");
  expect(problemOf(inside, [join(root, "nowhere")])).toContain("is outside the workspace");
});

test("a root holds by whole names: its namesake beside it is outside", () => {
  const { root } = rooted();
  mkdirSync(`${root}-too`);
  expect(problemOf(`${root}-too`, [root])).toContain("is outside the workspace");
  expect(problemOf(join(root, ".."), [root])).toContain("is outside the workspace");
  mkdirSync(join(root, "..fine"));
  expect(usableDirectory(join(root, "..fine"), [root])).toBe(join(root, "..fine"));
});

test("a link is what it leads to, for directories and for roots", () => {
  const { root, inside } = rooted();
  const elsewhere = tempDir();
  symlinkSync(elsewhere, join(root, "out"));
  symlinkSync(root, join(elsewhere, "in"));
  expect(problemOf(join(root, "out"), [root])).toContain(`${elsewhere} is outside the workspace`);
  expect(usableDirectory(join(elsewhere, "in", "inside"), [root])).toBe(inside);
  expect(usableDirectory(inside, [join(elsewhere, "in")])).toBe(inside);
});

test("where a process is, is what the kernel says: not a name, and nothing once the directory is gone", async () => {
  const { root, inside } = rooted();
  symlinkSync(inside, join(root, "link"));
  const child = spawn("/usr/bin/sleep", ["60"], { cwd: join(root, "link"), stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.once("spawn", resolve));
  const pid = child.pid ?? 0;
  expect(directoryOf(pid)).toBe(inside);
  renameSync(inside, `${inside}-moved`);
  expect(directoryOf(pid)).toBe(`${inside}-moved`);
  rmSync(`${inside}-moved`, { recursive: true });
  expect([directoryOf(pid), directoryOf(99_999_999)]).toEqual([undefined, undefined]);
});

test("inside is by segments", () => {
  expect(isInside("/a/b", "/a")).toBe(true);
  expect(isInside("/a", "/a")).toBe(true);
  expect(isInside("/ab", "/a")).toBe(false);
  expect(isInside("/a", "/a/b")).toBe(false);
  expect(isInside("/a/..b", "/a")).toBe(true);
});
