// A tool of one's own beside ours, with words, limits and an approver of one's own. Nothing of ours is touched.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, ok } from "nacre";

const workingDir = mkdtempSync(join(tmpdir(), "nacre-example-"));
const questions = [];
const kit = createToolkit({
  workingDir,
  limits: { defaultTimeoutMs: 10_000, maxTimeoutMs: 1_800_000 },
  words: { listShells: () => "Lists what runs in the background." },
  approver: async ({ command, findings }) => {
    questions.push(`${command}: ${findings[0].reason}`);
    return { answer: "deny", message: "not in an example" };
  },
});
kit.registry.register({
  name: "Remember",
  description: "Keeps a note for later",
  category: "memory",
  inputSchema: {
    type: "object",
    properties: { note: { type: "string", minLength: 1 } },
    required: ["note"],
    additionalProperties: false,
  },
  execute: ({ note }, { workingDir }) => ok(`kept: ${note}`, { workingDir }),
});
try {
  assert.deepEqual(
    kit.schemas("openai").map((tool) => tool.function.name),
    ["Bash", "BashOutput", "BashInput", "KillShell", "ListShells", "Remember"],
  );
  assert.equal((await kit.call("Remember", { note: "buy milk" })).output, "kept: buy milk");

  // Bad input to our tool or to theirs is an answer the model can act on, never an exception.
  const bad = await kit.call("Remember", { note: "" });
  console.log(bad.error);
  assert.equal(bad.success, false);

  const long = kit.schemas("mcp")[0].inputSchema.properties.timeout;
  assert.equal(long.maximum, 1_800_000);

  const asked = await kit.call("Bash", { command: "git push --force" });
  console.log(asked.error);
  assert.match(asked.error, /not in an example/);
  assert.equal(questions.length, 1);
} finally {
  await kit.dispose();
  rmSync(workingDir, { recursive: true });
}
