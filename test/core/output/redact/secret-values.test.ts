import { expect, test } from "vitest";
import { SHORTEST_SECRET, valueShapes } from "../../../../src/core/output/redact/secret-values.ts";

/** The part of a text that its first shape to match takes out, from the beginning on. */
function taken(value: string, text: string): string | undefined {
  for (const shape of valueShapes([{ name: "TOKEN", value }])) {
    const match = shape.match(Buffer.from(text), 0, true);
    if (match.kind === "secret") return Buffer.from(text).subarray(0, match.end).toString();
  }
  return undefined;
}

const VALUE = `pass "word"/é'$x`;

test.each([
  ["itself", VALUE],
  ["JSON", JSON.stringify(VALUE).slice(1, -1)],
  ["an address", encodeURIComponent(VALUE)],
  ["a form", encodeURIComponent(VALUE).replaceAll("%20", "+")],
  ["double quotes of a shell", VALUE.replace(/["$`\\]/g, "\\$&")],
  ["single quotes of a shell", VALUE.replaceAll("'", "'\\''")],
])("a value is taken out as %s prints it", (_, form) => {
  expect(taken(VALUE, `${form} rest`)).toBe(form);
});

test.each([0, 1, 2])("a value is taken out of base64, %i bytes into a group", (before) => {
  const encoded = Buffer.from(`${"-".repeat(before)}hunter2-hunter2!`).toString("base64");
  const start = before === 0 ? 0 : 4;
  expect(taken("hunter2-hunter2!", encoded.slice(start))).toBe(encoded.slice(start));
});

test("a value of several lines is taken out line by line as well", () => {
  const lines = ["first-line-of-the-key", "short", "last-line-of-the-key!"];
  expect(lines.map((line) => taken(lines.join("\n"), line))).toEqual([lines[0], undefined, lines[2]]);
});

test("a value that is too short is left alone, blanks around it not counted", () => {
  const short = "x".repeat(SHORTEST_SECRET - 1);
  expect(valueShapes([{ name: "TOKEN", value: ` ${short} ` }])).toEqual([]);
  expect(taken(`${short}x\n`, `${short}x`)).toBe(`${short}x`);
});

test("the longest comes first, and the first name counts", () => {
  const shapes = valueShapes([
    { name: "PART", value: "hunter22" },
    { name: "WHOLE", value: "hunter22-and-more" },
    { name: "SAME", value: "hunter22" },
  ]);
  const labels = shapes.filter(({ starts }) => starts[0]?.toString().startsWith("hunter")).map(({ label }) => label);
  expect(labels).toEqual(["WHOLE", "PART"]);
});
