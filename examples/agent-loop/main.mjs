// A complete agent loop. The model is scripted, so that this runs without a network: put a real one in its place.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "nacre";

/** Stands for a provider's API: messages and tools in, the next message out. */
function scriptedModel() {
  const script = [
    () => use("Bash", { command: "ls && cat sum.test.mjs", description: "Look at the project" }),
    () => use("Bash", { command: "node --test", description: "Run the tests" }),
    (last) => {
      assert.match(last, /Command failed with exit code 1/);
      return use("Bash", {
        command: "sed -i 's/a - b/a + b/' sum.mjs && node --test",
        description: "Fix and run again",
      });
    },
    (last) => {
      assert.match(last, /pass 1/);
      return {
        role: "assistant",
        content: [{ type: "text", text: "sum subtracted; it adds now, and the test passes." }],
      };
    },
  ];
  let calls = 0;
  const use = (name, input) => {
    calls += 1;
    return { role: "assistant", content: [{ type: "tool_use", id: `call_${calls}`, name, input }] };
  };
  return async ({ messages, tools }) => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["Bash", "BashOutput", "BashInput", "KillShell", "ListShells"],
    );
    const last = messages.at(-1).content;
    const text = typeof last === "string" ? last : last.map(({ content }) => content).join("\n");
    return script.shift()(text);
  };
}

/** The loop itself: this is all it takes. */
async function runAgent(model, kit, task) {
  const messages = [{ role: "user", content: task }];
  for (;;) {
    const reply = await model({ messages, tools: kit.schemas("anthropic") });
    messages.push(reply);
    const calls = reply.content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return reply.content.map(({ text }) => text).join("");
    const results = [];
    for (const { id, name, input } of calls) {
      const result = await kit.call(name, input);
      console.log(`> ${input.command ?? name}\n${result.error ?? result.output}`);
      results.push({
        type: "tool_result",
        tool_use_id: id,
        content: result.error ?? result.output,
        is_error: !result.success,
      });
    }
    messages.push({ role: "user", content: results });
  }
}

const workingDir = mkdtempSync(join(tmpdir(), "nacre-example-"));
writeFileSync(join(workingDir, "sum.mjs"), "export const sum = (a, b) => a - b;\n");
writeFileSync(
  join(workingDir, "sum.test.mjs"),
  'import { equal } from "node:assert";\nimport { test } from "node:test";\nimport { sum } from "./sum.mjs";\ntest("sum adds", () => equal(sum(2, 3), 5));\n',
);
const kit = createToolkit({ workingDir });
try {
  const answer = await runAgent(scriptedModel(), kit, "The test fails. Make it pass.");
  console.log(answer);
  assert.match(answer, /passes/);
} finally {
  await kit.dispose();
  rmSync(workingDir, { recursive: true });
}
