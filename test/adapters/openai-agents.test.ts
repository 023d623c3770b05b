import { existsSync } from "node:fs";
import { join } from "node:path";
import { shellTool } from "@openai/agents";
import { expect, test } from "vitest";
import { openaiAgentsShell, openaiAgentsTools } from "../../src/adapters/openai-agents.ts";
import { ok } from "../../src/index.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { isAlive } from "../support/is-alive.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";
import { lastOutput, openaiAgentsDriver, runAgent } from "./openai-agents-driver.ts";

adapterContract(openaiAgentsDriver);

const shellCall = (action: object): object => ({
  type: "shell_call",
  id: "sh_1",
  call_id: "call_1",
  status: "completed",
  environment: { type: "local" },
  action: { timeout_ms: null, max_output_length: null, ...action },
});

test("an agent's shell runs its commands in one session and tells the API of each", async () => {
  const kit = openToolkit();
  const commands = ["cd /tmp && echo out; echo err >&2", "pwd; (exit 3)"];
  const [told, answered] = await runAgent([shellTool({ shell: openaiAgentsShell(kit) })], [shellCall({ commands })]);
  expect(told?.["tools"]).toEqual([{ type: "shell", environment: { type: "local" } }]);
  expect(JSON.parse(lastOutput(answered))).toEqual([
    { stdout: "out\n", stderr: "err\n", outcome: { type: "exit", exit_code: 0 } },
    { stdout: "/tmp\n", stderr: "", outcome: { type: "exit", exit_code: 3 } },
  ]);
});

test("a command of an agent's shell that takes too long, or prints too much, says so", async () => {
  const kit = openToolkit();
  const action = { commands: ["sleep 100", "seq 1 10000"], timeout_ms: 1000, max_output_length: 200 };
  const [, answered] = await runAgent([shellTool({ shell: openaiAgentsShell(kit) })], [shellCall(action)]);
  const [slow, long] = JSON.parse(lastOutput(answered));
  expect(slow.outcome).toEqual({ type: "timeout" });
  expect(long.stdout.length).toBeLessThanOrEqual(200);
  expect(long.stdout).toContain("[Output truncated");
});

test("a blocked command of an agent's shell did not run, and its stderr says why", async () => {
  const shell = openaiAgentsShell(await toothlessToolkit());
  const { output } = await shell.run({ commands: ["rm -rf /"] });
  expect(output).toEqual([
    { stdout: "", stderr: expect.stringContaining("dangerous"), outcome: { type: "exit", exitCode: 126 } },
  ]);
});

test("an agent's shell ends its commands by the signal it was made with", async () => {
  const kit = openToolkit();
  const abort = new AbortController();
  const shell = openaiAgentsShell(kit, { signal: abort.signal, sessionId: "of the agent" });
  const run = shell.run({ commands: ["sleep 300 & echo $! > pid; wait"] });
  const pid = async (): Promise<number> => Number((await kit.bash("cat pid 2>/dev/null || true")).output.trim());
  await waitUntil("the command to run", async () => (await pid()) > 0);
  const started = await pid();
  abort.abort();
  expect((await run).output).toMatchObject([{ outcome: { type: "exit", exitCode: 130 } }]);
  await waitUntil("the command to be gone", () => !isAlive(started));
});

test("strict tools tell every field as required and take null for one that is not given", async () => {
  const kit = openToolkit();
  const [bash] = openaiAgentsTools(kit, { strict: true });
  expect(bash).toMatchObject({ name: "Bash", strict: true });
  expect(bash?.parameters.required).toEqual(Object.keys(bash?.parameters.properties ?? {}));
  const input = { command: "echo hi", description: null, timeout: null, run_in_background: null, session_id: null };
  expect(await bash?.invoke({}, JSON.stringify(input))).toBe("hi\n");
});

test("a tool is neither held back nor asked about by the SDK: the policy decides", async () => {
  const [bash] = openaiAgentsTools(openToolkit());
  expect(await bash?.isEnabled()).toBe(true);
  expect(await bash?.needsApproval()).toBe(false);
});

test("an embedder's schema gets what the SDK's type demands, and keeps its meaning", () => {
  const kit = openToolkit();
  const execute = (): ReturnType<typeof ok> => ok("");
  const own = { description: "Takes anything.", category: "other", execute };
  kit.registry.register({ ...own, name: "Open", inputSchema: { type: "object" } });
  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };
  kit.registry.register({ ...own, name: "Closed", inputSchema: closed });
  const told = openaiAgentsTools(kit).slice(-2);
  expect(told.map(({ parameters }) => parameters)).toEqual([
    { type: "object", properties: {}, required: [], additionalProperties: true },
    closed,
  ]);
});

test("arguments that are no JSON are answered, and nothing runs", async () => {
  const kit = openToolkit();
  const [bash] = openaiAgentsTools(kit);
  expect(await bash?.invoke({}, '{"command": "touch ran"')).toMatch(/Invalid input/);
  expect(existsSync(join(kit.workingDir, "ran"))).toBe(false);
});
