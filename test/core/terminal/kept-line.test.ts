import { expect, test } from "vitest";
import { cutLineIn, KEPT_LINE_BYTES } from "../../../src/core/terminal/kept-line.ts";

const full = "x".repeat(KEPT_LINE_BYTES);

test("a line is cut that has more bytes than the kernel keeps", () => {
  expect(cutLineIn(full, 0)).toBeUndefined();
  expect(cutLineIn(`${full}x`, 0)).toBe(KEPT_LINE_BYTES + 1);
  expect(cutLineIn("é".repeat(2048), 0)).toBe(4096);
});

test("each line counts by itself, the first with what is kept of it", () => {
  expect(cutLineIn(`${full}\n${full}\r\n${full}\r`, 0)).toBeUndefined();
  expect(cutLineIn("xy\nz", KEPT_LINE_BYTES - 1)).toBe(KEPT_LINE_BYTES + 1);
  expect(cutLineIn(`x\n${full}`, KEPT_LINE_BYTES - 1)).toBeUndefined();
});
