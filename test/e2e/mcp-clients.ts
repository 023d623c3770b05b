import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** The official client: the previous major, the current one as it comes, and the current one on the newer protocol. */
export const CLIENTS = ["previous major", "current", "current, 2026-07-28"] as const;
export type ClientKind = (typeof CLIENTS)[number];

/** A process to talk to, or an address. */
export type Target =
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] }
  | {
      readonly kind: "http";
      readonly url: string;
      readonly token: string;
      readonly sessionId?: string;
      /** Each client goes to a path of its own name. */
      readonly byName?: true;
    };

export type Asked = {
  readonly message: string;
  readonly requestedSchema?: unknown;
};
export type Told = { readonly progress: number; readonly message?: string | undefined };

type Reply = {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { [name: string]: string };
};
type Person = (question: Asked) => Reply | Promise<Reply>;

export type ConnectOptions = {
  /** Who is asked; without one the client does not say that it can ask. */
  readonly person?: Person;
  readonly name?: string;
};

type CallResult = {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
};

/** What all of them can do. */
export interface TestClient {
  readonly version: string;
  readonly instructions: string;
  readonly sessionId: string | undefined;
  readonly pid: number | undefined;
  listTools(): Promise<readonly unknown[]>;
  listResources(): Promise<readonly { readonly uri: string }[]>;
  readResource(uri: string): Promise<string>;
  call(
    name: string,
    input: Record<string, unknown>,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (progress: Told) => void },
  ): Promise<CallResult>;
  /** Says goodbye as well, where the protocol has a word for it. */
  end(): Promise<void>;
  /** Only drops the connection. */
  close(): Promise<void>;
}

/** Connects; whoever asked for it closes it. */
export const connect = (kind: ClientKind, target: Target, options: ConnectOptions = {}): Promise<TestClient> =>
  kind === "previous major" ? connectOld(target, options) : connectNew(kind, target, options);

async function connectNew(
  kind: ClientKind,
  target: Target,
  { person, name = "test" }: ConnectOptions,
): Promise<TestClient> {
  const client = new Client(
    { name, version: "1.0.0" },
    {
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      ...(kind === "current" ? {} : { versionNegotiation: { mode: "auto" } }),
    },
  );
  if (person !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => person(params));
  }
  const transport =
    target.kind === "stdio"
      ? new StdioClientTransport({ command: target.command, args: [...target.args], stderr: "ignore" })
      : new StreamableHTTPClientTransport(urlOf(target, name), httpOptions(target));
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion() ?? "",
    instructions: client.getInstructions() ?? "",
    sessionId: transport instanceof StreamableHTTPClientTransport ? transport.sessionId : undefined,
    pid: transport instanceof StdioClientTransport ? (transport.pid ?? undefined) : undefined,
    listTools: async () => (await client.listTools()).tools,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => textOf((await client.readResource({ uri })).contents),
    call: async (tool, input, { signal, onProgress } = {}) =>
      resultOf(
        await client.callTool(
          { name: tool, arguments: input },
          {
            ...(signal === undefined ? {} : { signal }),
            ...(onProgress === undefined ? {} : { onprogress: onProgress }),
          },
        ),
      ),
    end: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
    close: () => client.close(),
  };
}

async function connectOld(target: Target, { person, name = "test" }: ConnectOptions): Promise<TestClient> {
  const client = new OldClient(
    { name, version: "1.0.0" },
    { capabilities: person === undefined ? {} : { elicitation: {} } },
  );
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params));
  }
  const transport =
    target.kind === "stdio"
      ? new OldStdio({ command: target.command, args: [...target.args], stderr: "ignore" })
      : new OldHttp(urlOf(target, name), httpOptions(target));
  await client.connect(transport);
  return {
    version: transport instanceof OldHttp ? (transport.protocolVersion ?? "") : "",
    instructions: client.getInstructions() ?? "",
    sessionId: transport instanceof OldHttp ? transport.sessionId : undefined,
    pid: transport instanceof OldStdio ? (transport.pid ?? undefined) : undefined,
    listTools: async () => (await client.listTools()).tools,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => textOf((await client.readResource({ uri })).contents),
    call: async (tool, input, { signal, onProgress } = {}) =>
      resultOf(
        await client.callTool({ name: tool, arguments: input }, undefined, {
          ...(signal === undefined ? {} : { signal }),
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        }),
      ),
    end: async () => {
      if (transport instanceof OldHttp) await transport.terminateSession();
      await client.close();
    },
    close: () => client.close(),
  };
}

const urlOf = ({ url, byName }: Target & { kind: "http" }, name: string): URL =>
  new URL(byName === true ? `${url}/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}` : url);

const httpOptions = ({
  token,
  sessionId,
}: Target & { kind: "http" }): {
  requestInit: RequestInit;
  sessionId?: string;
} => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
  ...(sessionId === undefined ? {} : { sessionId }),
});

const textOf = (contents: readonly object[]): string =>
  contents.map((content) => ("text" in content ? String(content.text) : "")).join("");

function resultOf(result: object): CallResult {
  const content = "content" in result && Array.isArray(result.content) ? result.content : [];
  const structured =
    "structuredContent" in result && typeof result.structuredContent === "object" && result.structuredContent !== null
      ? Object.fromEntries(Object.entries(result.structuredContent))
      : {};
  return { text: textOf(content), structured, isError: "isError" in result && result.isError === true };
}
