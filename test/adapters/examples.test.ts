import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runSource } from "../support/run-source.ts";

const examples = readdirSync("examples/adapters");

test("every framework has an example", () => {
  expect(examples.toSorted()).toEqual(["ai-sdk.ts", "anthropic.ts", "langchain.ts", "openai-agents.ts", "openai.ts"]);
});

// Each example checks itself; that it compiles is the type check's business.
test.each(examples)("the example %s runs against its scripted model", async (name) => {
  const { code, stdout, stderr } = await runSource(readFileSync(`examples/adapters/${name}`, "utf8"));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toBe("");
});
