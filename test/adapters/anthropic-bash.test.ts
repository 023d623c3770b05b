import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { anthropicBash, anthropicTools, runAnthropicToolUse } from "../../src/adapters/anthropic.ts";
import { ok } from "../../src/index.ts";
import { isAlive } from "../support/is-alive.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";
import { message } from "./anthropic-drivers.ts";
import { scriptedFetch } from "./scripted-fetch.ts";

const use = (input: unknown, name = "bash") => ({ type: "tool_use", id: "toolu_1", name, input }) as const;
const result = (content: string): object => ({ type: "tool_result", tool_use_id: "toolu_1", content });

test("bash_20250124 runs its command in the session", async () => {
  const kit = openToolkit();
  await runAnthropicToolUse(kit, use({ command: "X=kept" }));
  expect(await runAnthropicToolUse(kit, use({ command: 'echo "$X"', restart: false }))).toEqual(result("kept\n"));
});

test("restart gives bash_20250124 a fresh session and ends what the old one ran", async () => {
  const kit = openToolkit();
  const { content } = await runAnthropicToolUse(kit, use({ command: "X=kept; cd /; sleep 300 & echo $!" }));
  const [pid = 0] = content.split("\n").map(Number);
  expect(isAlive(pid)).toBe(true);
  const restarted = await runAnthropicToolUse(kit, use({ restart: true }));
  expect(restarted).toMatchObject({ type: "tool_result", tool_use_id: "toolu_1" });
  expect(restarted).not.toHaveProperty("is_error");
  expect(restarted.content).toContain("restarted");
  await waitUntil("the old session's child to be gone", () => !isAlive(pid));
  expect(await runAnthropicToolUse(kit, use({ command: 'echo "${X:-fresh} $PWD"' }))).toEqual(
    result(`fresh ${kit.workingDir}\n`),
  );
});

test("restart leaves other sessions alone", async () => {
  const kit = openToolkit();
  await runAnthropicToolUse(kit, use({ command: "X=other" }), { sessionId: "other" });
  await runAnthropicToolUse(kit, use({ restart: true }), { sessionId: "mine" });
  const { content } = await runAnthropicToolUse(kit, use({ command: "echo $X" }), { sessionId: "other" });
  expect(content).toBe("other\n");
});

test.each([
  ["no command and no restart", {}, "command is missing"],
  ["a restart that is no boolean", { command: "true", restart: "yes" }, "restart"],
  ["an input that is no object", "ls", "the input is"],
  ["a field that does not exist", { command: "true", cwd: "/" }, "cwd"],
])("%s is refused with words", async (_what, input, words) => {
  const kit = openToolkit();
  const answer = await runAnthropicToolUse(kit, use(input));
  expect(answer).toMatchObject({ is_error: true, content: expect.stringContaining(words) });
});

test("a host's own tool called bash is the host's", async () => {
  const kit = openToolkit();
  kit.registry.register({
    name: "bash",
    description: "Not a shell.",
    category: "other",
    inputSchema: { type: "object" },
    execute: () => ok("the host's"),
  });
  expect(await runAnthropicToolUse(kit, use({ command: "echo ours" }))).toEqual(result("the host's"));
});

test("the SDK's tool runner runs bash_20250124, and sends nothing of ours but its type and name", async () => {
  const kit = openToolkit();
  const { fetch, sent } = scriptedFetch([
    message([use({ command: "echo from the runner" })], "tool_use"),
    message([{ type: "text", text: "done" }], "end_turn"),
  ]);
  const anthropic = new Anthropic({ apiKey: "none", fetch });
  const last = await anthropic.beta.messages.toolRunner({
    model: "scripted",
    max_tokens: 100,
    messages: [{ role: "user", content: "go" }],
    tools: [anthropicBash(kit)],
  });
  expect(last.content).toMatchObject([{ type: "text", text: "done" }]);
  expect(sent[0]).toMatchObject({ tools: [{ type: "bash_20250124", name: "bash" }] });
  expect(JSON.stringify(sent[1])).toContain("from the runner");
});

test("a tool used without a runner's context works", async () => {
  const kit = openToolkit();
  const [bash] = anthropicTools(kit);
  expect(await bash?.run({ command: "echo hi" })).toBe("hi\n");
});
