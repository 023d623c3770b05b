import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { expect, onTestFinished, test } from "vitest";
import { type ClaudeMcpServer, claudeMcpServer } from "../../src/adapters/claude-agent-sdk.ts";
import { type AdapterDriver, type Answer, adapterContract, type ModelCall } from "../contract/adapter.contract.ts";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";
import { type Block, type MessagesRequest, messagesApi } from "./messages-api.ts";
import { ask } from "./recipes/claude-agent-sdk.ts";

const PREFIX = "mcp__nacre__";

/** The SDK's program with a home of its own, and with a model on a loopback port. Nothing of it may outlive the test. */
function optionsFor(url: string, signal?: AbortSignal): Options {
  const home = tempDir("nacre-home-");
  mkdirSync(join(home, "work"));
  onTestFinished(() => waitUntil("the program to be gone", () => pidsInEnvironment(`NACRE_TEST=${home}`).length === 0));
  const abortController = new AbortController();
  if (signal?.aborted === true) abortController.abort();
  signal?.addEventListener("abort", () => abortController.abort());
  return {
    abortController,
    cwd: join(home, "work"),
    settingSources: [],
    model: "claude-sonnet-4-5",
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      NACRE_TEST: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  };
}

/** Runs a query to its end, with a model that makes the calls; what was sent to the model. */
async function sentBy(
  entry: ClaudeMcpServer,
  calls: readonly Block[],
  signal?: AbortSignal,
): Promise<readonly MessagesRequest[]> {
  const { url, sent } = await messagesApi(calls.length === 0 ? [] : [calls]);
  const options = { ...optionsFor(url, signal), mcpServers: { nacre: entry } };
  await ended(query({ prompt: "go", options: { ...options, tools: [], allowedTools: [`${PREFIX}*`] } }));
  return sent;
}

async function ended(messages: AsyncGenerator<unknown>): Promise<void> {
  while ((await messages.next()).done !== true);
}

const use = (name: string, input: unknown): Block => ({ type: "tool_use", id: "toolu_1", name: PREFIX + name, input });

/** What the model reads of its calls. The SDK's program adds reminders of its own behind it. */
function answersIn(request: MessagesRequest | undefined): readonly Required<Answer>[] {
  const content = request?.messages.at(-1)?.content;
  const blocks: { type?: string; content?: unknown; is_error?: boolean }[] = Array.isArray(content) ? content : [];
  return blocks
    .filter(({ type }) => type === "tool_result")
    .map((block) => ({
      text: textOf(block.content).replace(/\n<system-reminder>[^]*$/, ""),
      isError: block.is_error === true,
    }));
}

const textOf = (content: unknown): string => {
  if (typeof content === "string") return content;
  const parts: { text?: string }[] = Array.isArray(content) ? content : [];
  return parts.map(({ text = "" }) => text).join("");
};

async function answerOf(entry: ClaudeMcpServer, { name, input, signal }: ModelCall): Promise<Answer> {
  const [, second] = await sentBy(entry, [use(name, input)], signal);
  const [answer] = answersIn(second);
  if (answer === undefined) throw new Error("the model got no result");
  return answer;
}

const driver: AdapterDriver = {
  name: "claude agent sdk",
  tools: async (kit) => {
    const [first] = await sentBy(claudeMcpServer(kit), []);
    const told = (first?.tools ?? []).map(({ name, description, input_schema: schema }) => ({
      name: name.replace(PREFIX, ""),
      description,
      schema,
    }));
    // The SDK's program sorts the tools by name.
    const order = kit.registry.names();
    return told.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  },
  call: (kit, call) => answerOf(claudeMcpServer(kit), call),
  callIn: (kit, scope, call) => answerOf(claudeMcpServer(kit, { scope }), call),
  marksErrors: true,
  isLive: false,
  answersAborted: false,
  findsTools: false,
};

adapterContract(driver);

test("the recipe's agent has nacre's tools alone, and its model reads pure text", async () => {
  const kit = openToolkit();
  const { url, sent } = await messagesApi([[use("Bash", { command: "seq 3; exit 3" })]]);
  await ended(ask(kit, "go", optionsFor(url)));
  expect(sent[0]?.tools?.map(({ name }) => name)).toEqual(kit.registry.names().map((name) => PREFIX + name));
  const { error: text } = await kit.bash("seq 3; exit 3");
  expect(answersIn(sent[1])).toEqual([{ text, isError: false }]);
});

test("one entry serves one query after another, in one session", async () => {
  const entry = claudeMcpServer(openToolkit());
  await answerOf(entry, { name: "Bash", input: { command: "WHO=nacre" } });
  expect((await answerOf(entry, { name: "Bash", input: { command: "echo $WHO" } })).text).toBe("nacre\n");
});
