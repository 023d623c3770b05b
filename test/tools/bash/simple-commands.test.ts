import { expect, test } from "vitest";
import { simpleCommandsIn } from "../../../src/tools/bash/simple-commands.ts";

const told = (text: string): string | undefined =>
  simpleCommandsIn(text)
    ?.map(({ words, operator }) => [...words.map((word) => word.text), operator].filter((one) => one !== "").join(" "))
    .join(" / ");

test.each([
  ["ls -l a.txt", "ls -l a.txt"],
  ["cat a | grep b && echo c; d", "cat a | / grep b && / echo c ; / d"],
  ["echo 'a; b' \"c | d\" e\\;f", "echo 'a; b' \"c | d\" e\\;f"],
  ["a 2>&1 |& b", "a 2>&1 |& / b"],
  ["a\n\n b", "a \n / b"],
  ["", ""],
])("%j has these commands", (text, commands) => {
  expect(told(text)).toBe(commands);
});

test.each(["echo $(ls)", "(a)", "{ a; }", "a # b", "`a`", "cat <<E", "echo 'open", 'echo "$(a)"', "! a"])(
  "%j needs a real parser",
  (text) => {
    expect(simpleCommandsIn(text)).toBeUndefined();
  },
);

test("a word knows where it stands, and whether bash would change it", () => {
  const [command] = simpleCommandsIn("cp a.txt $b > out") ?? [];
  expect(command?.words.map(({ text, start, end, plain }) => [text, start, end, plain])).toEqual([
    ["cp", 0, 2, true],
    ["a.txt", 3, 8, true],
    ["$b", 9, 11, false],
    [">", 12, 13, false],
    ["out", 14, 17, false],
  ]);
});
