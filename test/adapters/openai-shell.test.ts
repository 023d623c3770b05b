import { existsSync } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { type LocalShellCall, openaiShellTool, runOpenAIToolCall, type ShellCall } from "../../src/adapters/openai.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";
import { scriptedFetch } from "./scripted-fetch.ts";

const shellCall = (commands: string[], more: Partial<ShellCall["action"]> = {}): ShellCall => ({
  type: "shell_call",
  call_id: "call_1",
  action: { commands, timeout_ms: null, max_output_length: null, ...more },
});
const exit = (exit_code: number): object => ({ type: "exit", exit_code });

test("every command of a shell call gets one entry, in order, in one session", async () => {
  const kit = openToolkit();
  const call = shellCall(["X=1; echo out; echo err >&2", 'echo "X is $X"; (exit 4)', "true"]);
  expect(await runOpenAIToolCall(kit, call)).toEqual({
    type: "shell_call_output",
    call_id: "call_1",
    max_output_length: null,
    output: [
      { stdout: "out\n", stderr: "err\n", outcome: exit(0) },
      { stdout: "X is 1\n", stderr: "", outcome: exit(4) },
      { stdout: "", stderr: "", outcome: exit(0) },
    ],
  });
});

test("a shell call without usable commands is answered, not thrown", async () => {
  const kit = openToolkit();
  for (const action of [{}, { commands: null }, { commands: "echo hi" }, { commands: [5] }, null]) {
    const call: ShellCall = JSON.parse(JSON.stringify({ type: "shell_call", call_id: "call_1", action }));
    const { output } = await runOpenAIToolCall(kit, call);
    expect(output).toMatchObject([{ stdout: "", outcome: exit(126) }]);
    expect(output[0]?.stderr).toMatch(/command is (?:missing|5); it must be a text/);
  }
});

test("a local shell call without a usable program is answered, not thrown", async () => {
  const kit = openToolkit();
  for (const action of [{}, { command: "ls" }, { command: null, env: null }, { command: [] }, { command: [5] }, null]) {
    const call: LocalShellCall = JSON.parse(JSON.stringify({ type: "local_shell_call", call_id: "call_1", action }));
    const { output } = await runOpenAIToolCall(kit, call);
    expect(JSON.parse(output)).toMatchObject({ stdout: "", outcome: exit(126) });
    expect(output).toMatch(/command is (?:missing|\\"\\"); it must be a text/);
  }
  const plain: LocalShellCall = JSON.parse(
    '{"type":"local_shell_call","call_id":"c","action":{"command":["echo","a b"]}}',
  );
  expect(JSON.parse((await runOpenAIToolCall(kit, plain)).output)).toMatchObject({ stdout: "a b\n" });
});

test("the SDK sends a shell call's output as it is", async () => {
  const kit = openToolkit();
  const asked = { ...shellCall(["echo hi"]), id: "sh_1", status: "completed", environment: { type: "local" } };
  const response = (output: object[]): object => ({ id: "resp_1", object: "response", status: "completed", output });
  const { fetch, sent } = scriptedFetch([response([asked]), response([])]);
  const openai = new OpenAI({ apiKey: "none", fetch });
  const { output } = await openai.responses.create({ model: "scripted", input: "go", tools: [openaiShellTool] });
  const calls = output.filter((item) => item.type === "shell_call");
  const input = await Promise.all(calls.map((item) => runOpenAIToolCall(kit, item)));
  await openai.responses.create({ model: "scripted", previous_response_id: "resp_1", input });
  expect(sent[0]).toMatchObject({ tools: [{ type: "shell", environment: { type: "local" } }] });
  expect(sent[1]).toMatchObject({
    input: [
      { type: "shell_call_output", call_id: "call_1", output: [{ stdout: "hi\n", stderr: "", outcome: exit(0) }] },
    ],
  });
});

test("a command that takes too long is a timeout with what it had printed, and the next still runs", async () => {
  const kit = openToolkit();
  const { output } = await runOpenAIToolCall(kit, shellCall(["echo begun; sleep 100", "echo next"], { timeout_ms: 7 }));
  expect(output[0]).toMatchObject({ stdout: "begun\n", outcome: { type: "timeout" } });
  expect(output[0]?.stderr).toContain("timed out after 1000ms");
  expect(output[1]).toMatchObject({ stdout: "next\n", outcome: exit(0) });
});

test("a timeout beyond the tool's own is the tool's longest", async () => {
  const kit = openToolkit();
  const { output } = await runOpenAIToolCall(kit, shellCall(["echo hi"], { timeout_ms: 1e9 }));
  expect(output).toEqual([{ stdout: "hi\n", stderr: "", outcome: exit(0) }]);
});

test("both streams together are cut to the length the model asked for, which is sent back with them", async () => {
  const kit = openToolkit();
  const call = shellCall(["seq 1000; seq 1000 >&2"], { max_output_length: 400 });
  const { output, max_output_length } = await runOpenAIToolCall(kit, call);
  expect(max_output_length).toBe(400);
  const [{ stdout, stderr } = { stdout: "", stderr: "" }] = output;
  expect(stdout.length + stderr.length).toBeLessThanOrEqual(400);
  for (const text of [stdout, stderr]) {
    expect(text).toMatch(/^1\n/);
    expect(text).toContain("[Output truncated");
    expect(text).toMatch(/\n1000\n$/);
  }
});

test("a length of nothing, or less, still has an answer", async () => {
  const kit = openToolkit();
  for (const max_output_length of [0, -5]) {
    const { output } = await runOpenAIToolCall(kit, shellCall(["echo hi"], { max_output_length }));
    expect(output).toMatchObject([{ outcome: exit(0) }]);
  }
});

test("a command that is blocked, or cannot be run here, ends with 126 and the reason", async () => {
  const kit = await toothlessToolkit();
  const { output } = await runOpenAIToolCall(kit, shellCall(["rm -rf /", "echo harmless"]));
  expect(output).toEqual([
    { stdout: "", stderr: expect.stringMatching(/blocked[^]*dangerous/), outcome: exit(126) },
    { stdout: "", stderr: expect.stringContaining("bash"), outcome: exit(126) },
  ]);
});

test("what nacre has to say stands after stderr", async () => {
  const kit = openToolkit();
  const { output } = await runOpenAIToolCall(kit, shellCall(["sleep 300 & echo err >&2"]));
  expect(output[0]?.stderr).toMatch(/^err\n\[note\] still running: /);
});

test("an aborted shell call ends what runs and begins nothing more, and still has one entry for each command", async () => {
  const kit = openToolkit();
  const abort = new AbortController();
  const call = shellCall(["touch begun; sleep 300", "touch next"]);
  const answer = runOpenAIToolCall(kit, call, { signal: abort.signal });
  await waitUntil("the first command to run", () => existsSync(join(kit.workingDir, "begun")));
  abort.abort();
  const { output } = await answer;
  expect(output.map(({ outcome }) => outcome)).toEqual([exit(130), exit(130)]);
  expect(output.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining("cancelled"),
    expect.stringContaining("cancelled"),
  ]);
  expect(existsSync(join(kit.workingDir, "next"))).toBe(false);
});

test("a command that went on in the background says under which id", async () => {
  const kit = openToolkit({ onTimeout: "background" });
  const { output } = await runOpenAIToolCall(kit, shellCall(["echo begun; sleep 300"], { timeout_ms: 1000 }));
  expect(output[0]).toMatchObject({ stdout: "begun\n", outcome: { type: "timeout" } });
  expect(output[0]?.stderr).toMatch(/shell_[0-9a-f]{8,}/);
});

const localCall = (action: object) =>
  ({
    type: "local_shell_call",
    call_id: "call_1",
    action: { command: ["true"], env: {}, ...action },
  }) as const;

test("the older local shell call runs its words as they are, with its variables, in its directory", async () => {
  const kit = openToolkit();
  await kit.bash("mkdir 'a b'");
  const command = ["bash", "-c", 'printf "%s|" "$PWD" "$GREETING" "$@"; cd /', "bash", "it's", "$HOME", ""];
  const { output, ...rest } = await runOpenAIToolCall(
    kit,
    localCall({ command, env: { GREETING: "good day" }, working_directory: `${kit.workingDir}/a b`, timeout_ms: 5000 }),
  );
  expect(rest).toEqual({ type: "local_shell_call_output", id: "call_1" });
  expect(JSON.parse(output)).toEqual({
    stdout: `${kit.workingDir}/a b|good day|it's|$HOME||`,
    stderr: "",
    outcome: exit(0),
  });
  expect((await kit.bash('pwd; echo "${GREETING:-unset}"')).output).toBe(`${kit.workingDir}\nunset\n`);
});

test("a local shell call for another user is refused, not run as somebody else", async () => {
  const kit = openToolkit();
  const { output } = await runOpenAIToolCall(kit, localCall({ command: ["touch", "ran"], user: "nobody" }));
  expect(JSON.parse(output)).toMatchObject({ outcome: exit(126), stderr: expect.stringContaining("nobody") });
  expect(existsSync(join(kit.workingDir, "ran"))).toBe(false);
});

test("arguments that are not JSON are refused with words that show them", async () => {
  const kit = openToolkit();
  const call = { type: "function_call", call_id: "c", name: "Bash", arguments: '{"command": "ec' } as const;
  const { output } = await runOpenAIToolCall(kit, call);
  expect(output).toContain("Invalid input for Bash");
  expect(output).toContain('{\\"command\\": \\"ec');
});

test("arguments nested beyond reason are refused like any other", async () => {
  const kit = openToolkit();
  const deep = `{"command":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  const { output } = await runOpenAIToolCall(kit, {
    type: "function_call",
    call_id: "c",
    name: "Bash",
    arguments: deep,
  });
  expect(output).toContain("Invalid input for Bash");
});

test("a shell call that names no limits has none but the tool's", async () => {
  const kit = openToolkit();
  const call = { type: "shell_call", call_id: "call_1", action: { commands: ["echo hi"] } } as const;
  expect(await runOpenAIToolCall(kit, call)).toMatchObject({ max_output_length: null, output: [{ stdout: "hi\n" }] });
});

test("empty words for the user and the directory of a local shell call mean none", async () => {
  const kit = openToolkit();
  const { output } = await runOpenAIToolCall(kit, localCall({ command: ["pwd"], user: "", working_directory: "" }));
  expect(JSON.parse(output)).toMatchObject({ stdout: `${kit.workingDir}\n`, outcome: exit(0) });
});
