import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

/** The words of every command that may run; `null` where a word cannot be known. */
const wordsOf = (command: string): readonly (readonly (string | null)[])[] =>
  judge(command, PLACE).parts.map(({ argv }) => argv);

test.each([
  ["echo $((1 + 2 * 3))", "7"],
  ["echo $(( (1 + 2) * 3 ))", "9"],
  ["x=7; echo $((x / 2))", "3"],
  ["x=7; echo $(($x % 4))", "3"],
  ["echo $((-3 + 1))", "-2"],
])("%s prints %s", (command, number) => {
  expect(wordsOf(command).at(-1)).toEqual(["echo", number]);
});

test.each(["echo $((1 / 0))", "echo $((y + 1))", "echo $((1 ? 2 : 3))", "echo $((1 << 2))"])(
  "%s is some number",
  (command) => {
    expect(wordsOf(command)).toEqual([["echo", null]]);
  },
);

test.each(["x=1; ((x = 5)); echo $x", "x=1; ((x++)); echo $x", "x=1; ((x += 2)); echo $x"])(
  "%s does not print the old number",
  (command) => expect(wordsOf(command).at(-1)).not.toEqual(["echo", "1"]),
);
