import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

/** The words of every command that may run; `null` where a word cannot be known. */
const wordsOf = (command: string): readonly (readonly (string | null)[])[] =>
  judge(command, PLACE).parts.map(({ argv }) => argv);

test.each([
  ["set -- a b; echo $2 $1", ["echo", "b", "a"]],
  ['set -- "a b" c; echo "$@"', ["echo", "a b", "c"]],
  ["x=; echo ${x:-d}", ["echo", "d"]],
  ["x=a; echo ${x:+d}", ["echo", "d"]],
  ["x=a/b.ts; echo ${x##*/} ${x%.ts} ${x%/*}", ["echo", "b.ts", "a/b", "a"]],
  ["x=aba; echo ${x/a/c} ${x//a/c}", ["echo", "cba", "cbc"]],
  ["x=abcd; echo ${x:1:2}", ["echo", "bc"]],
  ["x=ab; echo ${x^^} ${x^}", ["echo", "AB", "Ab"]],
  ["x=y; y=z; echo ${!x}", ["echo", "z"]],
  ['a=(x y); echo "${a[1]}"', ["echo", "y"]],
  ["x=ab; echo ${#x}", ["echo", null]],
])("%s", (command, words) => {
  expect(wordsOf(command).at(-1)).toEqual(words);
});
