import fc from "fast-check";
import { expect, test } from "vitest";
import { LONGEST_SEQUENCE } from "../../../../src/core/output/text/escape-sequence.ts";
import { stripAnsi, stripSequences } from "../../../../src/core/output/text/strip-ansi.ts";

const ESC = "\x1b";

test.each([
  ["plain text", "plain text\n\twith tab", "plain text\n\twith tab"],
  ["colours", `a${ESC}[31mred${ESC}[0mb`, "aredb"],
  ["colours with colons", `${ESC}[38:2::255:0:0mx${ESC}[4:3my`, "xy"],
  ["private modes", `${ESC}[?25lx${ESC}[?1049hy${ESC}[>4;2mz`, "xyz"],
  ["intermediate bytes", `${ESC}[2 qx${ESC}[!py`, "xy"],
  ["cursor moves", `${ESC}[10;20Hx${ESC}[3Ay${ESC}[2Jz`, "xyz"],
  ["titles ended by BEL", `${ESC}]0;a title with spaces\x07x`, "x"],
  ["titles ended by ST", `${ESC}]2;title${ESC}\\x`, "x"],
  ["links", `${ESC}]8;;https://example.com/a?b=c${ESC}\\link${ESC}]8;;${ESC}\\ text`, "link text"],
  ["clipboard and prompts", `${ESC}]52;c;aGk=\x07${ESC}]133;A\x07$ `, "$ "],
  ["device strings", `${ESC}Pq#0;2;0;0;0\n#0~~@@vv${ESC}\\x`, "x"],
  ["application strings", `${ESC}_Gf=24;AAAA${ESC}\\x${ESC}^private${ESC}\\y${ESC}Xstart${ESC}\\z`, "xyz"],
  ["charset switches", `${ESC}(Bx${ESC})0y${ESC}%Gz`, "xyz"],
  ["two-byte escapes", `${ESC}7x${ESC}8y${ESC}=z${ESC}>${ESC}c${ESC}Mw`, "xyzw"],
  ["three-byte escapes", `${ESC}#8x`, "x"],
  ["C1 sequences", "\x9b31mx\x9d0;title\x9cy\x90dcs\x9cz\x85w", "xyzw"],
  ["a string ended by the next sequence", `${ESC}]0;title${ESC}[31mx`, "x"],
  ["a cancelled string", `${ESC}Pabc\x18x${ESC}Pabc\x1ay`, "xy"],
  ["a title that its line ends", `${ESC}]0;title\nnext line`, "\nnext line"],
  ["a sequence broken by a newline", `${ESC}[31\nx`, "\nx"],
  ["an escape before nothing it knows", `${ESC}\nx${ESC}éy${ESC} \nz`, "\nxéy\nz"],
  ["a sequence the text ends in", `x${ESC}[31`, "x"],
  ["a title the text ends in", `x${ESC}]0;title`, "x"],
  ["a charset switch the text ends in", `x${ESC}(`, "x"],
  ["an escape the text ends in", `x${ESC}`, "x"],
  ["bells, shifts and deletes", "a\x07b\x0e\x0fc\x7fd", "abcd"],
  ["page and line feeds", "a\fb\vc\x07\f", "a\fb\vc\f"],
  ["NUL between words", "a\0b", "a\u2400b"],
])("%s: what is left is what a terminal shows", (_, text, shown) => {
  expect(stripAnsi(text)).toBe(shown);
});

test.each([
  ["a progress bar", "10%\r50%\r100%\n", "100%\n"],
  ["a bar that is still running", "10%\r50%\r", "50%"],
  ["a shorter text over a longer one", "Downloading\rDone\n", "Doneloading\n"],
  ["a bar erased before it is drawn", "Downloading 10%\r\x1b[KDone\n", "Done\n"],
  ["a bar erased as a whole", "Downloading\x1b[2K\rDone\n", "Done\n"],
  ["a bar erased up to the cursor", "abcdef\r\x1b[3Cx\x1b[1Kyz\n", " yzdef\n"],
  ["a bar drawn from the first column", "[1/4] a long step\x1b[1G\x1b[0K[2/4] next\n", "[2/4] next\n"],
  ["a bar erased below", "spinner\r\x1b[Jdone\n", "done\n"],
  ["a bar before a new page", "10%\r100%\f\n", "100%\f\n"],
  ["a bar blanked with spaces", "working\r       \rok\n", "ok\n"],
  ["erasing to the end at the end", "abc\x1b[Kdef\n", "abcdef\n"],
  ["writing on after an erased line", "ab\x1b[2Kc\n", "  c\n"],
  ["newlines of Windows", "a\r\nb\r\n", "a\nb\n"],
  ["newlines with more than one return", "a\r\r\nb\n", "a\nb\n"],
  ["a spinner", "-\b\\\b|\b/\bdone\n", "done\n"],
  ["overstrike", "N\bNA\bAM\bME\bE\n", "NAME\n"],
  ["backspaces beyond the start", "a\b\b\bxyz\n", "xyz\n"],
  ["a backspace at the end", "abc\b\n", "abc\n"],
  ["characters of two units", "😀😀\rab\n", "ab\n"],
  ["one of several characters", "😀é€\bx\n", "😀éx\n"],
  ["marks on a letter", "abc\re\u0301\n", "e\u0301bc\n"],
  ["marks after a backspace", "abc\b\u0301x\n", "ab\u0301x\n"],
  ["several lines", "1\r2\nplain\nplain\n3\r4\nend", "2\nplain\nplain\n4\nend"],
  ["a return on an empty line", "\rabc\n\r\n", "abc\n\n"],
])("%s: overwriting leaves the last state", (_, text, shown) => {
  expect(stripAnsi(text)).toBe(shown);
});

test("a live listener gets the returns and backspaces, but no sequences", () => {
  expect(stripSequences("10%\r\x1b[K\x1b[31m50%\x1b[0m\b\r\nplain")).toBe("10%\r50%\b\nplain");
  expect(stripSequences("plain")).toBe("plain");
});

test.each([
  ["title", `${ESC}]0;`],
  ["device string", `${ESC}P`],
  ["C1 title", "\x9d"],
])("an unterminated %s does not swallow the stream", (_, introducer) => {
  const content = "x".repeat(LONGEST_SEQUENCE + 1);
  expect(stripAnsi(`a${introducer}${content}\nend`).endsWith(`${content}\nend`)).toBe(true);
});

test("endless parameters are not believed either", () => {
  const digits = "1;".repeat(LONGEST_SEQUENCE);
  expect(stripAnsi(`a${ESC}[${digits}mb`)).toBe(`a${digits}mb`);
  const spaces = " ".repeat(LONGEST_SEQUENCE + 1);
  expect(stripAnsi(`a${ESC}(${spaces}Bb`)).toBe(`a${spaces}Bb`);
});

test.each([
  ["returns over a long line", `${"x".repeat(500_000)}${"\ry".repeat(500_000)}`],
  ["introducers without an end", "\x9d".repeat(1_000_000)],
  ["escapes without an end", `${ESC}]`.repeat(500_000)],
  ["parameters without an end", `${ESC}[1;`.repeat(300_000)],
  ["marks without a letter", `a\b${"\u0301".repeat(500_000)}`],
])("hostile text is done in linear time: %s", (_, text) => {
  expect(stripAnsi(text).length).toBeLessThanOrEqual(text.length);
});

test("no control character but white space and no half of a pair comes out, whatever goes in", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }) /* whole code points */,
    fc.constantFrom("\x1b[", "\x1b]", "\x1bP", "\x9b", "\x07", "\x1b\\", "\r", "\b", "\x1b[K", "\n", "m", "1;2"),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const shown = stripAnsi(pieces.join(""));
      expect(shown).not.toMatch(/[\x00-\x08\x0d-\x1f\x7f-\x9f]/);
      expect(Buffer.from(shown).toString()).toBe(shown);
    }),
    { numRuns: 1000 },
  );
});
