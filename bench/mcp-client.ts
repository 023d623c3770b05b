/** The least client of an MCP server, over stdio and over HTTP, so that what is measured is the server. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

type Answer = Readonly<Record<string, unknown>>;
export type McpConnection = {
  readonly pid: number;
  request(method: string, params: object): Promise<Answer>;
  end(): Promise<void>;
};
type Child = ChildProcessByStdio<Writable, Readable, null>;

const PROTOCOL = "2025-11-25";
const HELLO = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: "bench", version: "1" } };
const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

function start([file = process.execPath, ...args]: readonly string[], cwd: string, env = process.env): Child {
  return spawn(file, args, { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
}

async function ended(child: Child, how: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  how();
  await exit;
}

/** Starts a server and shakes hands with it over its stdin and stdout. */
export async function openStdio(
  command: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<McpConnection> {
  const child = start(command, cwd, env);
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface(child.stdout).on("line", (line) => {
    if (!line.startsWith("{")) return; // some servers print words of their own
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const failed = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command.join(" ")} ended with ${code}`)));
  });
  failed.catch(() => undefined);
  let last = 0;
  const request = (method: string, params: object): Promise<Answer> => {
    last += 1;
    const id = last;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return Promise.race([answer, failed]);
  };
  await request("initialize", HELLO);
  child.stdin.write(`${INITIALIZED}\n`);
  return { pid: child.pid ?? 0, request, end: () => ended(child, () => child.stdin.end()) };
}

/** Starts `nacre serve --json` and shakes hands with it over one connection that is kept alive. */
export async function openHttp(command: readonly string[], cwd: string): Promise<McpConnection> {
  const child = start(command, cwd);
  const [line] = await new Promise<string[]>((resolve, reject) => {
    createInterface(child.stdout).once("line", (text) => resolve([text]));
    child.once("exit", (code) => reject(new Error(`${command.join(" ")} ended with ${code}`)));
  });
  const { mcp, tokenFile } = JSON.parse(line ?? "");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers: Record<string, string> = {
    authorization: `Bearer ${readFileSync(tokenFile, "utf8").trim()}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (body: string): Promise<{ response: IncomingMessage; text: string }> =>
    new Promise((resolve, reject) => {
      const length = String(Buffer.byteLength(body));
      httpRequest(mcp, { method: "POST", agent, headers: { ...headers, "content-length": length } }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ response, text }));
      })
        .on("error", reject)
        .end(body);
    });
  let last = 0;
  const request = async (method: string, params: object): Promise<Answer> => {
    last += 1;
    const { response, text } = await post(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }));
    if (response.statusCode !== 200) throw new Error(`${method} over HTTP: ${response.statusCode} ${text}`);
    const session = response.headers["mcp-session-id"];
    if (typeof session === "string") headers["mcp-session-id"] = session;
    const data = text.startsWith("{") ? text : text.split("\n").findLast((one) => /^data: ?\{/.test(one));
    return JSON.parse((data ?? "").replace(/^data: ?/, ""));
  };
  await request("initialize", HELLO);
  headers["mcp-protocol-version"] = PROTOCOL;
  await post(INITIALIZED);
  return {
    pid: child.pid ?? 0,
    request,
    end: async () => {
      agent.destroy();
      await ended(child, () => child.kill("SIGTERM"));
    },
  };
}
