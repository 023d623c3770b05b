import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/core/base/limits.ts";
import { bashInputSchema, textProblem } from "../../../src/tools/bash/bash-input.ts";
import { WORDS } from "../../../src/tools/words.ts";

test("a command is needed, and nothing but the known fields", () => {
  const schema = bashInputSchema(DEFAULT_LIMITS, WORDS);
  expect(schema.accepts({ command: "ls", timeout: 1000, run_in_background: true, session_id: "a" })).toBe(true);
  const refused = [{}, { command: "" }, { command: "ls", cwd: "/" }, { command: "ls", session_id: "" }];
  expect(refused.filter((input) => schema.accepts(input))).toEqual([]);
});

test("the operator's limits bound the timeout", () => {
  const schema = bashInputSchema({ ...DEFAULT_LIMITS, defaultTimeoutMs: 300, maxTimeoutMs: 500 }, WORDS);
  expect(schema.json["properties"]).toMatchObject({ timeout: { minimum: 500, maximum: 500, default: 300 } });
  expect([499, 500, 501].map((timeout) => schema.accepts({ command: "ls", timeout }))).toEqual([false, true, false]);
});

test.each([
  ["echo \0", "NUL character at 5"],
  ["echo \ud83d", "half of a surrogate pair"],
])("%j is no text for bash", (command, problem) => {
  expect(textProblem(command)).toContain(problem);
});

test("whole characters of any kind are a text for bash", () => {
  expect(textProblem("echo 😀 é\n")).toBeUndefined();
});
