import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/core/base/limits.ts";
import { bashInputSchema, textProblem } from "../../../src/tools/bash/bash-input.ts";
import { WORDS } from "../../../src/tools/words.ts";

test("a command is needed, and nothing but the known fields", () => {
  const schema = bashInputSchema(DEFAULT_LIMITS, WORDS);
  expect(schema.accepts({ command: "ls", stdin: "", timeout: 1000, run_in_background: true, session_id: "a" })).toBe(
    true,
  );
  const refused = [{}, { command: "" }, { command: "ls", cwd: "/" }, { command: "ls", session_id: "" }];
  expect(refused.filter((input) => schema.accepts(input))).toEqual([]);
});

test("the operator's limits bound the timeout", () => {
  const schema = bashInputSchema({ ...DEFAULT_LIMITS, defaultTimeoutMs: 300, maxTimeoutMs: 500 }, WORDS);
  expect(schema.json["properties"]).toMatchObject({ timeout: { minimum: 500, maximum: 500, default: 300 } });
  expect([499, 500, 501].map((timeout) => schema.accepts({ command: "ls", timeout }))).toEqual([false, true, false]);
});

test.each([
  [{ command: "echo \0" }, "command holds a NUL character at 5"],
  [{ command: "echo \ud83d" }, "command holds half of a surrogate pair"],
  [{ command: "cat", stdin: "a\udc00" }, "stdin holds half of a surrogate pair"],
])("%j is no text for bash", (input, problem) => {
  expect(textProblem(input)).toContain(problem);
});

test("whole characters of any kind are a text for bash", () => {
  expect(textProblem({ command: "echo 😀 é\n", stdin: "\0\u0001😀" })).toBeUndefined();
});
