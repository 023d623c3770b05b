import { expect, test } from "vitest";
import { expandAliases } from "../../../../src/core/policy/session/alias-text.ts";

const ALIASES = new Map([
  ["ls", "ls --color"],
  ["ll", "ls -l"],
  ["sudo", "sudo "],
  ["two", "a; ll"],
  ["x", "y"],
  ["y", "x"],
  ["no", ""],
]);

test.each([
  ["ls src", "ls --color src"],
  ["ll | ls", "ls --color -l | ls --color"],
  ["sudo ll", "sudo  ls --color -l"],
  ["two", "a; ls --color -l"],
  ["x", "x"],
  ["no cat a", " cat a"],
  ["V=1 ll", "V=1 ls --color -l"],
  ["echo $(ll)", "echo $(ls --color -l)"],
  ["f() { ll; }", "f() { ls --color -l; }"],
])("%s is read as %s", (text, expanded) => expect(expandAliases(text, ALIASES)?.text ?? text).toBe(expanded));

test.each(["\\ls", "'ls'", "l's'", "echo ls", "/bin/ls", "if ls; then"])("%s has no alias", (text) =>
  expect(expandAliases(text, ALIASES)).toBeUndefined(),
);

test("aliases that grow without end are not followed", () => {
  const many = new Map(Array.from({ length: 24 }, (_, index) => [`a${index}`, `a${index + 1}; a${index + 1}`]));
  expect(expandAliases("a0", many)?.isWhole).toBe(false);
});
