import { expect, test } from "vitest";
import { LiveText } from "../../../src/core/output/live-text.ts";

test("text comes without escape sequences, its returns and backspaces left in", () => {
  expect(new LiveText().push(Buffer.from("\x1b[31mred\x1b[0m\r50%\bx\n"))).toBe("red\r50%\bx\n");
});

test("any split gives the same text, and what is only begun waits", () => {
  const bytes = Buffer.from("é\x1b[31mré\x1b[0md");
  for (let at = 0; at <= bytes.length; at += 1) {
    const live = new LiveText();
    expect(live.push(bytes.subarray(0, at)) + live.push(bytes.subarray(at)) + live.flush()).toBe("éréd");
  }
  expect(new LiveText().push(bytes.subarray(0, 1))).toBe("");
});

test("the end releases what waited, once", () => {
  const live = new LiveText();
  expect(live.push(Buffer.from("é").subarray(0, 1))).toBe("");
  expect([live.flush(), live.flush()]).toEqual(["\uFFFD", ""]);
});

test("what waits is the stream's own: the chunk may be used again", () => {
  const live = new LiveText();
  const chunk = Buffer.from("é").subarray(0, 1);
  live.push(chunk);
  chunk.fill(0x41);
  expect(live.push(Buffer.from("é").subarray(1))).toBe("é");
});
