import { expect, test } from "vitest";
import { contentBehind, isEndless, isInfo, printedFiles } from "../../../../src/core/policy/tools/file-readers.ts";
import { ANY, ENDLESS, FILE, SECRET, STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../support/tool-call.ts";

test.each([
  [["--help"], true],
  [["-V", "--version"], true],
  [[], false],
  [["--help", "build"], false],
  [["-h", "-h", "-h"], false],
])("%j asks a program about itself: %s", (args, asks) => {
  expect(isInfo(args)).toBe(asks);
});

test.each([
  ["-", "in"],
  ["/dev/stdin", "in"],
  ["/dev/null", ""],
  ["/dev/urandom", ENDLESS],
  ["notes.txt", FILE],
])("behind %s", (path, content) => {
  expect(contentBehind(path, callOf("cat", "in"))).toBe(content);
});

test("a file that the script wrote holds what was written, by any of its names", () => {
  const call = callOf("cat");
  call.scope.files.write("/home/dev/app/a.sh", "ls");
  expect(["a.sh", "./a.sh", "/home/dev/app/a.sh"].map((path) => contentBehind(path, call))).toEqual(["ls", "ls", "ls"]);
});

test("several files are printed one after the other", () => {
  expect(printedFiles(["-", "a.txt", "-"], callOf("cat", "in"))).toBe(`in${FILE}in`);
});

test("a path that is not known hands on where it came from, but not its wild cards", () => {
  expect(printedFiles([`${SECRET}/${STAR}`], callOf("cat"))).toBe(FILE + SECRET);
  expect(printedFiles([`${ANY}.txt`], callOf("cat"))).toBe(FILE + ANY);
});

test("a device that never ends is told from one that does", () => {
  const call = callOf("cat");
  const endless = ["/dev/zero", "/dev/random", "//dev/./zero", "/usr/../dev/full", `/dev/zer${STAR}`];
  expect(endless.filter((path) => !isEndless(path, call))).toEqual([]);
  expect(["/dev/null", "/dev/zero/x", "dev/zero", STAR].filter((path) => isEndless(path, call))).toEqual([]);
});
