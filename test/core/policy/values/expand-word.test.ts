import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

/** The words of every command that may run; `null` where a word cannot be known. */
const wordsOf = (command: string): readonly (readonly (string | null)[])[] =>
  judge(command, PLACE).parts.map(({ argv }) => argv);

test.each([
  ["x='a b'; echo $x", ["echo", "a", "b"]],
  [`x='a b'; echo "$x"`, ["echo", "a b"]],
  ["x=a; echo p${x}s", ["echo", "pas"]],
  ["echo ~ ~/a '~'", ["echo", "/home/dev", "/home/dev/a", "~"]],
  ["echo {a,b}c", ["echo", "ac", "bc"]],
  ["IFS=:; x=a:b; echo $x", ["echo", "a", "b"]],
  [`a=(r m); IFS=; echo "\${a[*]}"`, ["echo", "rm"]],
  ['set -- a b; IFS=,; echo "$*"', ["echo", "a,b"]],
  ['set -- a b; IFS=,; echo "$@"', ["echo", "a", "b"]],
  ["x=; echo $x a", ["echo", "a"]],
  [`x=; echo "$x" a`, ["echo", "", "a"]],
  ["echo $'a\\x41'", ["echo", "aA"]],
  ["echo $(echo a b)", ["echo", "a", "b"]],
  ["echo $UNHEARD_OF", ["echo", null]],
])("%s", (command, words) => {
  expect(wordsOf(command)).toContainEqual(words);
});

test("a value is not split where bash does not split it", () => {
  expect(wordsOf("x='a b'; y=$x; echo \"$y\"").at(-1)).toEqual(["echo", "a b"]);
});
