/** The least client of an MCP server, over stdio and over HTTP, so that what is measured is the server. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
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

/** An answer of a server, as far as this client reads it. */
type HttpAnswer = { readonly status: number; readonly session: string | undefined; readonly text: string };

/** Reads the answers on one connection, one after another. Not Node's client: that takes longer than the server's whole part. */
class HttpAnswers {
  #unread = "";
  #waiting: ((answer: HttpAnswer) => void) | undefined;

  constructor(socket: Socket) {
    // One letter per byte, as lengths are told.
    socket.setEncoding("latin1").on("data", (text: string) => {
      this.#unread += text;
      this.#take();
    });
  }

  next(): Promise<HttpAnswer> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#take();
    });
  }

  /** Answers the one who waits when a whole answer is there: its length is told, or it comes in chunks. */
  #take(): void {
    const end = this.#unread.indexOf("\r\n\r\n");
    if (end === -1 || this.#waiting === undefined) return;
    const head = this.#unread.slice(0, end);
    const body = this.#unread.slice(end + 4);
    const length = /^transfer-encoding: chunked/im.test(head)
      ? lengthOfChunks(body)
      : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (length === undefined || body.length < length) return;
    this.#unread = body.slice(length);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    const session = /^mcp-session-id: (\S+)/im.exec(head)?.[1];
    const text = Buffer.from(body.slice(0, length), "latin1").toString("utf8");
    waiting({ status: Number(head.slice(9, 12)), session, text });
  }
}

/** Up to behind the last chunk, which is empty. */
function lengthOfChunks(body: string): number | undefined {
  const last = /(?:^|\r\n)0\r\n\r\n/.exec(body);
  return last === null ? undefined : last.index + last[0].length;
}

/** Starts `nacre serve --json` and shakes hands with it over one connection that is kept alive. */
export async function openHttp(command: readonly string[], cwd: string): Promise<McpConnection> {
  const child = start(command, cwd);
  const [line] = await new Promise<string[]>((resolve, reject) => {
    createInterface(child.stdout).once("line", (text) => resolve([text]));
    child.once("exit", (code) => reject(new Error(`${command.join(" ")} ended with ${code}`)));
  });
  const { mcp, tokenFile } = JSON.parse(line ?? "");
  const { hostname, port, host, pathname } = new URL(mcp);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const broken = new Promise<never>((_, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed the connection")));
  });
  broken.catch(() => undefined);
  const answers = new HttpAnswers(socket);
  const headers = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${readFileSync(tokenFile, "utf8").trim()}`,
    "content-type: application/json",
    "accept: application/json, text/event-stream",
  ];
  const post = (body: string): Promise<HttpAnswer> => {
    const answer = answers.next();
    socket.write(`${headers.join("\r\n")}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return Promise.race([answer, broken]);
  };
  let last = 0;
  const request = async (method: string, params: object): Promise<Answer> => {
    last += 1;
    const { status, session, text } = await post(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }));
    if (status !== 200) throw new Error(`${method} over HTTP: ${status} ${text}`);
    if (session !== undefined && last === 1) headers.push(`mcp-session-id: ${session}`);
    const data = text.startsWith("{") ? text : text.split("\n").findLast((one) => /^data: ?\{/.test(one));
    return JSON.parse((data ?? "").replace(/^data: ?/, ""));
  };
  await request("initialize", HELLO);
  headers.push(`mcp-protocol-version: ${PROTOCOL}`);
  await post(INITIALIZED);
  return {
    pid: child.pid ?? 0,
    request,
    end: async () => {
      socket.destroy();
      await ended(child, () => child.kill("SIGTERM"));
    },
  };
}
