import { expect, test } from "vitest";
import { isFixedReply } from "../../../../src/core/terminal/emulator/reply-forms.ts";

test.each([
  ["the cursor", "\x1b[12;40R"],
  ["the cursor, DEC", "\x1b[?12;40R"],
  ["the kind of terminal", "\x1b[?1;2c"],
  ["its version", "\x1b[>0;276;0c"],
  ["that it is well", "\x1b[0n"],
  ["a mode", "\x1b[?2004;2$y"],
  ["a setting", "\x1bP1$r0m\x1b\\"],
  ["a colour", "\x1b]11;rgb:0000/0000/0000\x1b\\"],
  ["two at once", "\x1b[1;1R\x1b[?1;2c"],
])("%s is an answer", (_, reply) => {
  expect(isFixedReply(reply)).toBe(true);
});

test.each([
  ["a title", "\x1b]lrm -rf x\x1b\\"],
  ["a title of an icon", "\x1b]Lrm\x1b\\"],
  ["text", "rm x\r"],
  ["text behind an answer", "\x1b[1;1Rrm x\r"],
  ["a line end", "\x1b[1;1R\n"],
  ["a setting with a command in it", "\x1bP1$rrm x\x1b\\"],
  ["a value of termcap", "\x1bP1+r7263=6162\x1b\\"],
  ["nothing", ""],
])("%s is none", (_, reply) => {
  expect(isFixedReply(reply)).toBe(false);
});
