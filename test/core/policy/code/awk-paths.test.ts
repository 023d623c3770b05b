import { expect, test } from "vitest";
import { awkPaths } from "../../../../src/core/policy/code/awk-paths.ts";
import { reads, writes } from "../../../../src/core/policy/tools/effect.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";

const pathsIn = (code: string): ReturnType<typeof awkPaths> =>
  awkPaths(code, (name) => (name === "HOME" ? "/home/dev" : undefined));

test.each([
  ['f = "/etc/" "shadow"; getline l < f', reads("/etc/shadow")],
  ['getline l < (ENVIRON["HOME"] "/.ssh/id_rsa")', reads("/home/dev/.ssh/id_rsa")],
  ['f = sprintf("%s/.ssh/%s", ENVIRON["HOME"], "id_rsa"); getline < f', reads("/home/dev/.ssh/id_rsa")],
  ['d = "/etc"; f = d "/x"; print "y" >> f', writes("/etc/x")],
  ['print > ("out/" $1)', writes(`out/${ANY}`)],
  ["getline l < ARGV[1]", reads(ANY)],
])("%s names a file", (code, effect) => {
  expect(pathsIn(code)).toContainEqual(effect);
});

test("each of the values of a name is followed", () => {
  expect(pathsIn('d = "a"; d = "/etc"; f = d "/shadow"; getline l < f')).toEqual([
    reads("a/shadow"),
    reads("/etc/shadow"),
  ]);
});

test.each(['getline l < "list.txt"', 'print > $1 ".csv"', "$3 > max { max = $3 }", "f = f f; print $1"])(
  "%s names none",
  (code) => {
    expect(pathsIn(code)).toEqual([]);
  },
);

test("a name that is made of itself, and a long text, come to an end", () => {
  expect(pathsIn('f = f "x"; getline l < f')).toEqual([reads(`${ANY}xxxx`)]);
  expect(pathsIn(`getline l < (${"a".repeat(50_000)} ;`)).toEqual([]);
  expect(pathsIn("print ".repeat(20_000))).toEqual([]);
});
