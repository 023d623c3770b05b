import { expect, test } from "vitest";
import { z } from "zod";
import { object, text } from "../../../src/tools/schema/input-schema.ts";
import { jsonSchemaOf, parseInput, type StandardSchema } from "../../../src/tools/schema/schema.ts";

const ours = object({ to: text({ min: 1 }) });
const plain = { type: "object", properties: { to: { type: "string" } }, required: ["to"] };
const standard = z.object({ to: z.object({ name: z.string().default("you") }) });

test("our own schema checks, and is told as it is", async () => {
  expect(await parseInput(ours, { to: "you" })).toEqual({ kind: "valid", value: { to: "you" } });
  expect(await parseInput(ours, {})).toEqual({ kind: "invalid", problems: ours.problems({}) });
  expect(jsonSchemaOf(ours)).toBe(ours.json);
});

test("plain JSON Schema checks, and is told as it is", async () => {
  expect(await parseInput(plain, { to: "you" })).toEqual({ kind: "valid", value: { to: "you" } });
  expect(await parseInput(plain, { to: 1 })).toEqual({
    kind: "invalid",
    problems: [expect.stringMatching(/^to: /)],
  });
  expect(jsonSchemaOf(plain)).toBe(plain);
});

test("another's schema gives what it made of the input, and names the field that is wrong", async () => {
  expect(await parseInput(standard, { to: {} })).toEqual({ kind: "valid", value: { to: { name: "you" } } });
  expect(await parseInput(standard, { to: { name: 1 } })).toEqual({
    kind: "invalid",
    problems: [expect.stringMatching(/^to\.name: /)],
  });
  expect(jsonSchemaOf(standard)).toMatchObject({ type: "object", required: ["to"] });
  expect(jsonSchemaOf(standard)).not.toHaveProperty("$schema");
});

test("a schema that cannot be told as JSON Schema is a fault", () => {
  const mute: StandardSchema<unknown> = {
    "~standard": { version: 1, vendor: "mute", validate: (value) => ({ value }) },
  };
  expect(() => jsonSchemaOf(mute)).toThrow("a schema of mute cannot be told as JSON Schema");
});
