import { expect, test } from "vitest";
import { acts } from "../../../../../src/core/policy/tools/effect.ts";
import {
  baseName,
  changed,
  computed,
  counted,
  directoryNames,
  finite,
  firstLines,
  foundPrograms,
  lastLines,
  opaque,
  repeated,
  replaced,
  resolvedPaths,
  reversed,
  sorted,
  waitsForEnd,
} from "../../../../../src/core/policy/tools/text/printings.ts";
import {
  DECODED,
  DOWNLOAD,
  ENDLESS,
  NAME,
  NUMBER,
  OUTPUT,
  SECRET,
} from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("what is made of a text keeps its origin, not its form; of nothing comes nothing", () => {
  expect(changed(`a${SECRET}${NAME}`)).toBe(OUTPUT + SECRET);
  expect(changed("")).toBe("");
  expect(computed("")).toBe(OUTPUT);
});

test("hidden text keeps a download and a secret", () => {
  expect(opaque(`a${DOWNLOAD}${SECRET}`)).toBe(DOWNLOAD + DECODED + SECRET);
  expect(opaque("a")).toBe(DECODED);
});

test("a text can be cut, sorted and reversed", () => {
  expect(finite(`y${ENDLESS}`)).toBe(`y${OUTPUT}`);
  expect([sorted("ls"), sorted("b\na")]).toEqual(["ls", OUTPUT]);
  expect(reversed("sl\ndwp")).toBe("ls\npwd");
});

test.each([
  ["tr a-z A-Z", "ls", "LS"],
  ["tr -d x", "lxs", "ls"],
  ["tr -s x", "ls", "ls"],
  ["tr -c a b", "ls", OUTPUT],
])("%s", (line, stdin, printed) => {
  expect(replaced("", callOf(line, stdin))).toBe(printed);
});

test("yes and seq may never end", () => {
  expect([repeated("", callOf("yes")), repeated("", callOf("yes n"))]).toEqual([`y${ENDLESS}`, `n${ENDLESS}`]);
  expect([counted("", callOf("seq 9")), counted("", callOf("seq 1e6")), counted("", callOf("seq inf"))]).toEqual([
    NUMBER,
    NUMBER + ENDLESS,
    NUMBER + ENDLESS,
  ]);
});

test("paths are taken apart", () => {
  expect(directoryNames("", callOf("dirname /a/b/ c /d"))).toBe("/a\n.\n/");
  expect([baseName("", callOf("basename /a/b.ts .ts")), baseName("", callOf("basename /a/b/"))]).toEqual(["b", "b"]);
  expect(resolvedPaths("", callOf("realpath --relative-to a b /etc/../usr"))).toBe("b\n/usr");
  expect(foundPrograms("", callOf("which rm ./x"))).toBe("/usr/bin/rm\n./x");
});

test("so many lines are kept, from the beginning or from the end", () => {
  expect(firstLines("a\nb\nc\n", callOf("head -n 2"))).toBe("a\nb\n");
  expect(lastLines("a\nb\nc\n", callOf("tail -1"))).toBe("c\n");
  expect(lastLines("a\nb\n", callOf("tail -f"))).toBe("a\nb\n");
});

test("a program that waits for the end of an endless text never ends", () => {
  expect(waitsForEnd(callOf("sort", ENDLESS))).toEqual([acts("exhaust")]);
  expect(waitsForEnd(callOf("sort /dev/zero"))).toEqual([acts("exhaust")]);
  expect(waitsForEnd(callOf("sort a.txt", "in"))).toEqual([]);
});
