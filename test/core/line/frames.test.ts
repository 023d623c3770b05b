import { expect, test } from "vitest";
import { LINE_FRAME_BYTES } from "../../../src/core/base/limits.ts";
import { FrameReader, frameOf } from "../../../src/core/line/frames.ts";

const read = (...chunks: readonly (string | Buffer)[]): unknown[] => {
  const reader = new FrameReader();
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));
};

test("a frame is one line, whatever its text holds", () => {
  const value = { text: 'a\nb\r\u2028\u2029\u0000"}\n{"id":1}', nested: ["\u001b[31m", "\ud800"] };
  const frame = frameOf(value);
  expect(frame.indexOf("\n")).toBe(frame.length - 1);
  expect(read(frame)).toEqual([{ value }]);
});

test("frames are the same however the bytes are cut", () => {
  const bytes = Buffer.from(frameOf({ text: "zwölf €" }) + frameOf({ id: 2 }));
  const wanted = [{ value: { text: "zwölf €" } }, { value: { id: 2 } }];
  expect(read(bytes)).toEqual(wanted);
  expect(read(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual(wanted);
});

test("half a frame is no frame", () => {
  expect(read('{"id":1')).toEqual([]);
});

test.each(["garbage\n", "\n", "{\n", '{"id":1}}\n', "\xff\xfe\n"])(
  "%j is no JSON, and nothing behind it is read",
  (text) => {
    expect(read(`${text}{"id":2}\n`, '{"id":3}\n')).toEqual([{ problem: "a frame is not JSON" }]);
  },
);

test("a frame that is too long is refused before it is whole, and nothing behind it is read", () => {
  const problem = `a frame is longer than ${LINE_FRAME_BYTES} bytes`;
  expect(read("x".repeat(LINE_FRAME_BYTES + 1), '\n{"id":2}\n')).toEqual([{ problem }]);
  expect(read(`"${"x".repeat(LINE_FRAME_BYTES)}"\n`)).toEqual([{ problem }]);
  expect(read(`"${"x".repeat(LINE_FRAME_BYTES - 2)}"\n`)).toHaveLength(1);
});
