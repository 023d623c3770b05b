import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { type ClaudeMcpServer, claudeMcpServer } from "../../src/adapters/claude-agent-sdk.ts";
import { type AdapterDriver, type Answer, adapterContract, type ModelCall } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";

// What the SDK itself does with an entry is tested in test/frameworks, with its own program: here is its MCP package.

/** A client as the SDK has one, on a connection of its own, for as long as one thing takes. */
async function withClient<T>({ instance }: ClaudeMcpServer, use: (client: Client) => Promise<T>): Promise<T> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "contract", version: "1.0.0" });
  await Promise.all([instance.connect(ours), client.connect(theirs)]);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const answerOf = (entry: ClaudeMcpServer, { name, input, signal, onLive }: ModelCall): Promise<Answer> =>
  withClient(entry, async (client) => {
    const { content, isError } = await client.callTool(
      { name, arguments: Object.fromEntries(Object.entries(input ?? {})) },
      undefined,
      {
        ...(signal === undefined ? {} : { signal }),
        ...(onLive === undefined ? {} : { onprogress: ({ message = "" }) => onLive(message) }),
      },
    );
    const parts: unknown[] = Array.isArray(content) ? content : [];
    return { text: parts.map(textOf).join(""), isError: isError === true };
  });

const textOf = (part: unknown): string =>
  typeof part === "object" && part !== null && "text" in part ? String(part.text) : "";

const driver: AdapterDriver = {
  name: "claude agent sdk, over its MCP package",
  tools: (kit) =>
    withClient(claudeMcpServer(kit), async (client) => {
      const { tools } = await client.listTools();
      return tools.map(({ name, description = "", inputSchema: schema }) => ({ name, description, schema }));
    }),
  call: (kit, call) => answerOf(claudeMcpServer(kit), call),
  callIn: (kit, scope, call) => answerOf(claudeMcpServer(kit, { scope }), call),
  marksErrors: true,
  isLive: true,
  answersAborted: false,
  findsTools: false, // the SDK's program does
};

adapterContract(driver);

test("an entry has the name of the server, nacre unless it is given another", () => {
  const kit = openToolkit();
  expect(claudeMcpServer(kit)).toMatchObject({ type: "sdk", name: "nacre" });
  expect(claudeMcpServer(kit, { name: "shell" })).toMatchObject({ type: "sdk", name: "shell" });
});

test("one entry serves several connections at once, and one after another", async () => {
  const entry = claudeMcpServer(openToolkit());
  const echo = (text: string): Promise<Answer> => answerOf(entry, { name: "Bash", input: { command: `echo ${text}` } });
  const answers = await Promise.all([echo("one"), echo("two")]);
  expect([...answers, await echo("three")].map(({ text }) => text)).toEqual(["one\n", "two\n", "three\n"]);
});
