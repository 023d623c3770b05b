import { expect, test } from "vitest";
import { drawn } from "./drawn.ts";

test.each([
  ["plain   ", "plain"],
  ["a \x1b[1;31mred\x1b[0m b", "a \x1b[0;1;38;5;1mred\x1b[0m b\x1b[0m"],
  ["\x1b[38;2;1;2;3;48;5;200mx", "\x1b[0;38;2;1;2;3;48;5;200mx\x1b[0m"],
  ["\x1b[44m  \x1b[0m  ", "\x1b[0;48;5;4m  \x1b[0m"],
  ["\x1b[2;3;4;7;9mx", "\x1b[0;2;3;4;7;9mx\x1b[0m"],
  ["日x", "日x"],
])("%j is painted as %j", async (text, painted) => {
  expect((await drawn(text)).painted()[0]).toBe(painted);
});

test("what is painted draws the same screen", async () => {
  const screen = await drawn("a \x1b[1;31;44mred\x1b[0m\r\n\x1b[7m inverse \x1b[0m 日本\r\n\x1b[4;38;2;7;8;9munder");
  const again = await drawn(screen.painted().join("\r\n"));
  expect(again.painted()).toEqual(screen.painted());
  expect(again.drawing().rows).toEqual(screen.drawing().rows);
});
