import { type CallToolResult, Client, InMemoryTransport, ProtocolError } from "@modelcontextprotocol/client";
import { createMcpServer, type McpServerOptions } from "../../src/adapters/mcp.ts";
import type { Toolkit } from "../../src/index.ts";
import type { AdapterDriver, Answer, ModelCall } from "../contract/adapter.contract.ts";

/** An official client on a server of ours, for as long as one thing takes. */
async function withClient<T>(kit: Toolkit, options: McpServerOptions, use: (client: Client) => Promise<T>): Promise<T> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(kit, options);
  const client = new Client({ name: "contract", version: "1.0.0" });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  try {
    return await use(client);
  } finally {
    await client.close();
    await server.close();
  }
}

/** The arguments of a call. Their type has no texts; a client that does not check its model's JSON sends them. */
const argumentsOf = ({ input, written }: ModelCall): Record<string, unknown> =>
  written === undefined ? Object.fromEntries(Object.entries(input ?? {})) : JSON.parse(JSON.stringify(written));

const answerOf = (kit: Toolkit, call: ModelCall, scope?: string): Promise<Answer> =>
  withClient(kit, scope === undefined ? {} : { scope }, async (client) => {
    const { name, signal, onLive } = call;
    const { content, isError = false } = await client
      .callTool(
        { name, arguments: argumentsOf(call) },
        {
          ...(signal === undefined ? {} : { signal }),
          ...(onLive === undefined ? {} : { onprogress: ({ message = "" }) => onLive(message) }),
        },
      )
      .catch(toldToModel);
    return { text: content.map((part) => (part.type === "text" ? part.text : "")).join(""), isError };
  });

/** An error of the protocol as hosts tell it to their model. */
function toldToModel(error: unknown): CallToolResult {
  if (!(error instanceof ProtocolError)) throw error;
  return { content: [{ type: "text", text: error.message }], isError: true };
}

export const mcpDriver: AdapterDriver = {
  name: "mcp",
  tools: (kit) =>
    withClient(kit, {}, async (client) => {
      const { tools } = await client.listTools();
      return tools.map(({ name, description = "", inputSchema: schema }) => ({ name, description, schema }));
    }),
  call: (kit, call) => answerOf(kit, call),
  callIn: (kit, sessionId, call) => answerOf(kit, call, sessionId),
  marksErrors: true,
  isLive: true,
  answersAborted: false,
  findsTools: true,
};
