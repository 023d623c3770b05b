import { expect, test } from "vitest";
import { TRAILER_BYTES, trailerIn, trailerOf } from "../../../../src/core/output/store/log-trailer.ts";

test("a trailer is read as it was written, and is as long as it is said to be", () => {
  const trailer = { end: 5001, maxBytes: 1001 };
  expect(trailerOf(trailer)).toHaveLength(TRAILER_BYTES);
  expect(trailerIn(trailerOf(trailer), 1001 + TRAILER_BYTES)).toEqual(trailer);
});

test("the largest sizes fit", () => {
  const trailer = { end: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER - 1000 };
  expect(trailerOf(trailer)).toHaveLength(TRAILER_BYTES);
  expect(trailerIn(trailerOf(trailer), trailer.maxBytes + TRAILER_BYTES)).toEqual(trailer);
});

test.each([
  ["a file of another size", trailerOf({ end: 5000, maxBytes: 1000 }), 999 + TRAILER_BYTES],
  ["a stream that did not fill the file", trailerOf({ end: 1000, maxBytes: 1000 }), 1000 + TRAILER_BYTES],
  [
    "a circle that begins elsewhere",
    Buffer.from(trailerOf({ end: 5000, maxBytes: 1000 }).toString().replace("byte 500 ", "byte 400 ")),
    1000 + TRAILER_BYTES,
  ],
  ["other output", Buffer.alloc(TRAILER_BYTES, "x"), 1000 + TRAILER_BYTES],
])("%s has no trailer", (_, last, sizeBytes) => {
  expect(trailerIn(last, sizeBytes)).toBeUndefined();
});
