import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isInside } from "../../../src/core/files/path-inside.ts";
import { checkDirectory, directoryOf, unusable } from "../../../src/core/files/working-directory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const rooted = (): { root: string; inside: string } => {
  const root = join(tempDir(), "root");
  mkdirSync(join(root, "inside"), { recursive: true });
  return { root, inside: join(root, "inside") };
};

test("a directory in a root is usable", () => {
  const { root, inside } = rooted();
  expect(checkDirectory(inside, [root])).toEqual({ kind: "usable", path: inside });
  expect(checkDirectory(root, [root])).toMatchObject({ kind: "usable", path: root });
  expect(checkDirectory(`${inside}/../inside/.`, [root])).toMatchObject({ kind: "usable", path: inside });
});

test.each(["with space", "with 'quote", 'with "double', "with\nnewline", "with $dollar", "-dash", "ünïcode"])(
  "a directory named %j is as good as any",
  (name) => {
    const { root } = rooted();
    mkdirSync(join(root, name));
    expect(checkDirectory(join(root, name), [root])).toMatchObject({ kind: "usable" });
  },
);

test("every way a directory can be wrong has its own answer", () => {
  const { root, inside } = rooted();
  writeFileSync(join(root, "file"), "");
  symlinkSync("loop", join(root, "loop"));
  expect(checkDirectory(join(root, "missing"), [root])).toMatchObject({
    kind: "missing",
    reason: expect.stringContaining("does not exist"),
  });
  expect(checkDirectory(join(root, "file"), [root])).toMatchObject({ kind: "not-a-directory" });
  expect(checkDirectory(join(root, "file", "x"), [root])).toMatchObject({ kind: "not-a-directory" });
  expect(checkDirectory(join(root, "loop"), [root])).toMatchObject({
    kind: "missing",
    reason: expect.stringContaining("leads nowhere"),
  });
  expect(checkDirectory("inside", [root])).toMatchObject({
    kind: "outside",
    reason: expect.stringContaining("not an absolute path"),
  });
  expect(checkDirectory(inside, [])).toMatchObject({
    kind: "outside",
    reason: expect.stringContaining("no allowed root"),
  });
  expect(checkDirectory(inside, [join(root, "nowhere")])).toMatchObject({ kind: "outside" });
});

test("a root holds by whole names: its namesake beside it is outside", () => {
  const { root } = rooted();
  mkdirSync(`${root}-too`);
  expect(checkDirectory(`${root}-too`, [root])).toMatchObject({ kind: "outside" });
  expect(checkDirectory(join(root, ".."), [root])).toMatchObject({ kind: "outside" });
  mkdirSync(join(root, "..fine"));
  expect(checkDirectory(join(root, "..fine"), [root])).toMatchObject({ kind: "usable" });
});

test("a link is what it leads to, for directories and for roots", () => {
  const { root, inside } = rooted();
  const elsewhere = tempDir();
  symlinkSync(elsewhere, join(root, "out"));
  symlinkSync(root, join(elsewhere, "in"));
  expect(checkDirectory(join(root, "out"), [root])).toMatchObject({ kind: "outside", path: elsewhere });
  expect(checkDirectory(join(elsewhere, "in", "inside"), [root])).toMatchObject({ kind: "usable", path: inside });
  expect(checkDirectory(inside, [join(elsewhere, "in")])).toMatchObject({ kind: "usable" });
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

test.each([
  ["ENOENT", "missing", /does not exist/],
  ["ENOTDIR", "not-a-directory", /is not a directory/],
  ["EACCES", "not-permitted", /cannot be entered/],
  ["EPERM", "not-permitted", /cannot be entered/],
  ["ELOOP", "missing", /leads nowhere/],
  ["", "missing", /does not exist/],
])("%s is said as %s", (code, kind, reason) => {
  expect(unusable("/x", code)).toEqual({ kind, path: "/x", reason: expect.stringMatching(reason) });
});
