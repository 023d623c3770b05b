import { type ChildProcessByStdio, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { pidsWith } from "../support/is-alive.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

type Talk = {
  readonly dir: string;
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Sends a line as it is. */
  write(line: string): void;
  /** Sends a request and waits for its answer. */
  request(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
  /** The next line that is no answer to a request. */
  readonly lines: string[];
  readonly said: () => string;
  readonly ended: Promise<number | NodeJS.Signals>;
};

/** `nacre mcp` as a client would start it, spoken to by hand. */
function startMcp(sandbox: string, ...flags: readonly string[]): Talk {
  const dir = tempDir();
  const args = [
    resolve("bin/nacre.js"),
    "mcp",
    "--sandbox",
    sandbox,
    "--workspace",
    dir,
    "--state-dir",
    join(dir, "state"),
    ...flags,
  ];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<number | NodeJS.Signals>((done) => {
    child.once("exit", (code, signal) => done(code ?? signal ?? -1));
  });
  const waiting = new Map<number, (answer: Readonly<Record<string, unknown>>) => void>();
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => {
    const message = JSON.parse(line);
    const answer = waiting.get(message.id);
    if (answer === undefined) lines.push(line);
    else answer(message);
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stdin.on("error", () => undefined);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let last = 0;
  const write = (line: string): void => void child.stdin.write(`${line}\n`);
  return {
    dir,
    child,
    write,
    lines,
    ended,
    said: () => said,
    request: (method, params) => {
      last += 1;
      const id = last;
      write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return new Promise((answered) => waiting.set(id, answered));
    },
  };
}

async function begin(sandbox: string, ...flags: readonly string[]): Promise<Talk> {
  const talk = startMcp(sandbox, ...flags);
  const clientInfo = { name: "by hand", version: "1" };
  await talk.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  talk.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  return talk;
}

const bash = (talk: Talk, input: object): Promise<Readonly<Record<string, unknown>>> =>
  talk.request("tools/call", { name: "Bash", arguments: input });

const WAYS = {
  "the end of its input": ({ child }: Talk) => child.stdin.end(),
  SIGTERM: ({ child }: Talk) => child.kill("SIGTERM"),
  SIGINT: ({ child }: Talk) => child.kill("SIGINT"),
  SIGHUP: ({ child }: Talk) => child.kill("SIGHUP"),
  SIGKILL: ({ child }: Talk) => child.kill("SIGKILL"),
  "a client that is gone": ({ child }: Talk) => {
    child.stdin.destroy();
    child.stdout.destroy();
  },
} as const;

describe.each(["none", "workspace"])("with the sandbox %s", (sandbox) => {
  test.each(Object.entries(WAYS))("nothing is left after %s", async (way, act) => {
    const talk = await begin(sandbox);
    const number = `5${Math.floor(Math.random() * 1e9)}`;
    await bash(talk, { command: `sleep ${number}.1 & setsid sleep ${number}.2 & (sleep ${number}.3 & disown) & true` });
    await bash(talk, { command: `trap '' TERM; sleep ${number}.4`, run_in_background: true });
    void bash(talk, { command: `sleep ${number}.5` }).catch(() => undefined);
    await waitUntil("all five to run", () => pidsWith(`sleep ${number}.`).length >= 5);
    act(talk);
    const code = await talk.ended;
    if (way !== "SIGKILL") expect(code).toBe(0);
    await waitUntil("all of them to be gone", () => pidsWith(`sleep ${number}.`).length === 0);
    expect(talk.said()).not.toContain("    at ");
  });
});

test("nothing but protocol is on stdout, whatever is sent, and the server goes on", async () => {
  const talk = await begin("none");
  const huge = JSON.stringify({
    jsonrpc: "2.0",
    id: 900,
    method: "tools/call",
    params: { name: "Bash", arguments: { command: "x".repeat(2_000_000) } },
  });
  const bad = [
    "not json",
    "{",
    "[]",
    '{"jsonrpc":"1.0"}',
    "null",
    '"',
    '{"jsonrpc":"2.0","id":901,"method":"no/such"}',
    huge,
  ];
  for (const line of bad) talk.write(line);
  talk.write("y".repeat(17 * 1024 * 1024));
  await waitUntil("an answer to each", () => talk.lines.length >= bad.length + 1);
  const answers = talk.lines.map((line) => JSON.parse(line));
  expect(
    answers
      .filter(({ id }) => id === null)
      .map(({ error }) => error.code)
      .toSorted(),
  ).toEqual([-32_700, -32_700, -32_700, -32_600, -32_600, -32_600, -32_600].toSorted());
  expect(answers.find(({ id }) => id === 901)).toMatchObject({ error: { code: -32_601 } });
  expect(answers.find(({ id }) => id === 900)).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining("Invalid input for Bash") }] },
  });
  const wrong = await talk.request("tools/call", { name: 7 });
  expect(wrong).toMatchObject({ error: { code: -32_602 } });
  expect(await bash(talk, { command: "echo fine" })).toMatchObject({
    result: { content: [{ text: "fine\n" }] },
  });
  expect(talk.said()).not.toContain("    at ");
});

test("results are text, and data as well with --structured", async () => {
  const talk = await begin("none");
  const { result } = await bash(talk, { command: "echo fine" });
  expect(result).toEqual({ content: [{ type: "text", text: "fine\n" }] });
  const structured = await begin("none", "--structured");
  expect(await bash(structured, { command: "echo fine" })).toMatchObject({
    result: { content: [{ text: "fine\n" }], structuredContent: { output: "fine\n", exit_code: 0 } },
  });
});

test("a version nobody speaks is answered with one that is", async () => {
  const talk = startMcp("none");
  const clientInfo = { name: "by hand", version: "1" };
  const answer = await talk.request("initialize", { protocolVersion: "1999-01-01", capabilities: {}, clientInfo });
  expect(answer).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  const modern = startMcp("none");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "1999-01-01",
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const refused = await modern.request("tools/list", { _meta });
  expect(refused).toMatchObject({ error: { data: { supported: ["2026-07-28"] } } });
});

test("a command in the sandbox cannot write into the protocol", async () => {
  const talk = await begin("workspace", "--structured");
  const forged = '{"jsonrpc":"2.0","id":1,"result":{"forged":true}}';
  // From a file: the policy reads only commands, and this is about what holds when it was not asked.
  const script = `for fd in /proc/[0-9]*/fd/1 /proc/$PPID/fd/1; do echo '${forged}' > "$fd"; done 2>/dev/null; ls /proc | grep -c '^[0-9]'`;
  writeFileSync(join(talk.dir, "forge.sh"), script);
  const { result } = await bash(talk, { command: "bash forge.sh" });
  expect(result).toMatchObject({ structuredContent: { exit_code: 0 } });
  await bash(talk, { command: "true" });
  expect(talk.lines.filter((line) => line.includes("forged"))).toEqual([]);
});
