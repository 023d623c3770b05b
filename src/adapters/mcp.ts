/**
 * nacre's tools as an MCP server.
 *
 * Responsibilities: lists the tools, passes calls on, and converts what they return to MCP's types: result, progress,
 * question, resource. One server serves one connection (or one request, over stateless HTTP), in both protocol eras.
 * Does not: know the tools' names, judge, or open a connection.
 */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { isRecord } from "../tools/schema/input-schema.ts";
import type { McpTool } from "../tools/schema/schema-formats.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { CallOptions, Toolkit } from "../tools/toolkit.ts";
import { hiddenToolsOf, knownClient } from "./known-clients.ts";
import { Approvals, withoutPerson } from "./mcp-approval.ts";
import { NoticingServer } from "./mcp-notices.ts";
import { ProgressReporter } from "./mcp-progress.ts";
import { logResources, readResource, TEMPLATES } from "./mcp-resources.ts";
import { RESULT_SCHEMA, toolCallResult, withLastLine } from "./mcp-result.ts";

export type McpServerOptions = {
  /** The name of the server; clients show it. */
  readonly name?: string;
  readonly version?: string;
  /**
   * A command that runs this long is handed over to a background shell, and the answer is its id: many clients give up on a
   * request after 60 s. The default is 45 s; Infinity turns it off.
   */
  readonly handoverMs?: number;
  /** Keeps this client's sessions and shells apart from those of others on the same toolkit. */
  readonly scope?: string;
  /** The profile that a worker gets which a call of this client starts on another machine. */
  readonly profile?: string | undefined;
  /** Also gives each result as data (`structuredContent`, with an `outputSchema`): for programs. Many clients then hide the text from the model. */
  readonly structured?: boolean;
  /** What a client must know of its sessions: stands in the instructions, and with each tool that opens one. */
  readonly sessionNote?: string;
  /** The last line of a result's text, behind everything else. */
  readonly lastLine?: (result: ToolResult) => string | undefined;
  /** Takes a sentence for the operator, such as that a client hides a tool; over stateless HTTP once for each list. */
  readonly warn?: (sentence: string) => void;
  /** Takes the name that the client gives itself. */
  readonly onClient?: (name: string) => void;
};

const HANDOVER_MS = 45_000;
/** The tools of a server do not change; a client may keep the list this long. */
const TOOLS_TTL_MS = 3_600_000;

const INSTRUCTIONS = [
  "A real shell. The session remembers its directory, variables and functions from call to call.",
  "A command that takes long is handed over to the background; its bash_id is in the result.",
  "A command that ran and failed is an ordinary result: look at its exit code.",
].join(" ");

/** Claude Code offers other tools only after a search, while its own shell is there from the first request. */
const ALWAYS_LOADED = { "anthropic/alwaysLoad": true };

/** The SDK checks answers to questions with its own validator, a large one; `answerOf` reads them itself, and takes only a clear yes. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (input: unknown) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** Open questions belong to the toolkit, not to the server that asked: over stateless HTTP the answer reaches another server. */
const approvalsOf = new WeakMap<Toolkit, Approvals>();

/** A server for one connection. Make one for each: `serveStdio(() => createMcpServer(kit))`. */
export function createMcpServer(kit: Toolkit, options: McpServerOptions = {}): Server {
  const { name = "nacre", version = "0.0.0", scope, structured = false, sessionNote } = options;
  const approvals = approvalsOf.get(kit) ?? new Approvals(kit.questions);
  approvalsOf.set(kit, approvals);
  const server = new NoticingServer(
    { name, version },
    {
      kit,
      scope,
      capabilities: { tools: {}, resources: { subscribe: true } },
      instructions: joined(joined(INSTRUCTIONS, kit.wall), sessionNote),
      cacheHints: { "tools/list": { ttlMs: TOOLS_TTL_MS, cacheScope: "private" } },
      requestState: { verify: approvals.verify },
      jsonSchemaValidator: UNCHECKED,
    },
  );
  const heard = (context: ServerContext): unknown => {
    const client = nameOf(server, context);
    if (typeof client === "string") options.onClient?.(client);
    return client;
  };
  const outputSchema = structured ? { outputSchema: RESULT_SCHEMA } : {};
  const tools = kit.schemas("mcp").map((tool): Tool => {
    const description = opensSessions(tool) ? joined(tool.description, sessionNote) : tool.description;
    return { ...tool, description, ...outputSchema, _meta: ALWAYS_LOADED };
  });
  server.setRequestHandler("tools/list", (_, context) => {
    const hidden = hiddenToolsOf(
      heard(context),
      tools.map((tool) => tool.name),
    );
    if (hidden !== undefined) options.warn?.(hidden);
    return { tools };
  });
  server.setRequestHandler("tools/call", ({ params }, context) => {
    heard(context);
    return callTool({ kit, options, approvals, name: params.name, input: params.arguments ?? {} }, context, server);
  });
  server.setRequestHandler("resources/list", () => ({ resources: logResources(kit, { scope }) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(kit, params.uri, { scope }));
  return server;
}

const joined = (sentences: string, more: string | undefined): string =>
  more === undefined ? sentences : `${sentences} ${more}`;

/** Whether a call of this tool can open a session. */
const opensSessions = ({ inputSchema, annotations }: McpTool): boolean =>
  annotations?.readOnlyHint !== true &&
  isRecord(inputSchema["properties"]) &&
  "session_id" in inputSchema["properties"];

type Call = {
  readonly kit: Toolkit;
  readonly options: McpServerOptions;
  readonly approvals: Approvals;
  readonly name: string;
  readonly input: unknown;
};

async function callTool(
  { kit, options, approvals, name, input }: Call,
  context: ServerContext,
  server: Server,
): Promise<CallToolResult | InputRequiredResult> {
  const { handoverMs = HANDOVER_MS, scope, profile } = options;
  const canBeAsked = acceptsForms(capabilitiesOf(server, context));
  const approval = approvals.begin(context, { scope, tool: name, input });
  const progress = progressOf(context);
  try {
    const result = await kit.call(name, input, {
      signal: context.mcpReq.signal,
      scope,
      profile,
      backgroundAfterMs: handoverMs,
      visible: visibleTo(nameOf(server, context)),
      approver: canBeAsked ? approval.approver : undefined,
      question: approval.question,
      onOutput: progress?.onOutput,
      onWait: progress?.onWait,
    });
    if (result.metadata.error_kind === "unknown-tool") {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, result.error ?? "Unknown tool");
    }
    const question = await approval.request();
    if (question !== undefined) return question;
    const sent = toolCallResult(canBeAsked ? result : withoutPerson(result), options);
    return withLastLine(sent, options.lastLine?.(result));
  } finally {
    progress?.stop();
  }
}

function progressOf({ mcpReq }: ServerContext): ProgressReporter | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressReporter((progress) => {
    // An error means that the client is gone; the transport cancels its call.
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...progress } }).catch(() => undefined);
  });
}

/** What a client shows a model of one result, as far as it is known. */
function visibleTo(name: unknown): CallOptions["visible"] {
  const { visibleChars: chars, visibleLines: lines, visibleBytes: bytes } = knownClient(name) ?? {};
  return { chars, lines, bytes };
}

/** The name that a client gives itself. */
function nameOf(server: Server, context: ServerContext): unknown {
  const info = declared(context, CLIENT_INFO_META_KEY) ?? server.getClientVersion();
  return isRecord(info) ? info["name"] : undefined;
}

const capabilitiesOf = (server: Server, context: ServerContext): unknown =>
  declared(context, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities();

/** What the client declares of itself with each request, in the newer era; in the older one it does so once, at the beginning. */
const declared = ({ mcpReq }: ServerContext, key: string): unknown =>
  new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {})).get(key);

/** Elicitation without a mode means forms: at first there was no other. */
function acceptsForms(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities["elicitation"] : undefined;
  return isRecord(elicitation) && (elicitation["form"] !== undefined || elicitation["url"] === undefined);
}
