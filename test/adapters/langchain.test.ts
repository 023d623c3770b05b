import { ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { langchainTools } from "../../src/adapters/langchain.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";
import { langchainDriver } from "./langchain-driver.ts";

adapterContract(langchainDriver);

const call = (command: string) => ({ type: "tool_call", id: "call_1", name: "Bash", args: { command } }) as const;

test("the artifact of a message is the whole result", async () => {
  const [bash] = langchainTools(openToolkit());
  const message: unknown = await bash?.invoke(call("echo hi; (exit 3)"));
  if (!ToolMessage.isInstance(message)) throw new Error("no ToolMessage");
  expect(message).toMatchObject({ name: "Bash", tool_call_id: "call_1", status: "success" });
  expect(message.artifact).toMatchObject({ success: false, output: "hi\n", metadata: { exit_code: 3 } });
});

test("the message of a blocked command has its artifact too", async () => {
  const [bash] = langchainTools(await toothlessToolkit());
  const message: unknown = await bash?.invoke(call("rm -rf /"));
  expect(message).toMatchObject({
    name: "Bash",
    tool_call_id: "call_1",
    status: "error",
    artifact: { success: false, metadata: { error_kind: "blocked" } },
  });
});

test.each([
  ["Bash", { command: "echo hi" }],
  ["BashOutput", { bash_id: "shell_of_nobody" }],
])("%s answers plain input with plain text, whatever came of it", async (name, input) => {
  const kit = openToolkit();
  const { error, output } = await kit.call(name, input);
  const tool = langchainTools(kit).find((one) => one.name === name);
  expect(await tool?.invoke(input)).toBe(error ?? output);
});

test("a tool whose function is called by itself needs no configuration", async () => {
  const [bash] = langchainTools(openToolkit());
  const steps = bash?.func({ command: "echo hi" });
  if (steps === undefined || !("next" in steps)) throw new Error("not a generator");
  expect(await steps.next()).toMatchObject({ done: true, value: ["hi\n", { success: true }] });
});
