import { expect, test } from "vitest";
import { parseCursor, renderCursor } from "../../../src/core/output/cursor.ts";

test.each([
  ["0", { stdout: 0, stderr: 0 }],
  ["o12e345", { stdout: 12, stderr: 345 }],
  ["", undefined],
  ["12", undefined],
  ["o-1e2", undefined],
  ["o1e2x", undefined],
  [`o${"9".repeat(30)}e1`, undefined],
])("the cursor %j is %j", (text, offsets) => {
  expect(parseCursor(text)).toEqual(offsets);
});

test("a cursor that is written is read again", () => {
  expect(parseCursor(renderCursor({ stdout: 7, stderr: 11 }))).toEqual({ stdout: 7, stderr: 11 });
});
