import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { keyboardOf } from "../../../src/apps/cli/keyboard.ts";

test("a stream that is no terminal is no keyboard", () => {
  expect(keyboardOf(new PassThrough())).toBeUndefined();
});

test("keys come as they are typed until lines are asked for again", () => {
  const modes: boolean[] = [];
  const terminal = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => modes.push(on) });
  const keyboard = keyboardOf(terminal);
  expect(keyboard?.stream).toBe(terminal);
  const back = keyboard?.raw();
  expect(modes).toEqual([true]);
  back?.();
  expect(modes).toEqual([true, false]);
});
