import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

/** The words of every command that may run; `null` where a word cannot be known. */
const wordsOf = (command: string): readonly (readonly (string | null)[])[] =>
  judge(command, PLACE).parts.map(({ argv }) => argv);

test("a command has every list of words that its values may make", () => {
  expect(wordsOf("x=a; [ -f q ] && x=b; echo $x c")).toEqual(
    expect.arrayContaining([
      ["echo", "a", "c"],
      ["echo", "b", "c"],
    ]),
  );
});

test.each([
  ["x=a; x+=b; echo $x", ["echo", "ab"]],
  ['a=(x y); a+=(z); echo "${a[@]}"', ["echo", "x", "y", "z"]],
  ["export x=a; echo $x", ["echo", "a"]],
  ["x=a; x=b true; echo $x", ["echo", "a"]],
])("%s", (command, words) => {
  expect(wordsOf(command).at(-1)).toEqual(words);
});
