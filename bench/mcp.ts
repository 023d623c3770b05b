// The MCP server against the least one on the same SDK: time to its first answer, memory at rest, one echo.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { interleave, ms, ratio, report, type Timing } from "./measure.ts";

const ROUNDS = 12;
const ECHOES = 150;

const root = fileURLToPath(new URL("..", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "nacre-bench-mcp-"));
const cli = join(root, "bin", "nacre.js");

type Answer = Readonly<Record<string, unknown>>;
type Server = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  request(method: string, params: object): Promise<Answer>;
  end(): Promise<void>;
};

function start(args: readonly string[]): Server {
  const child = spawn(process.execPath, args, { cwd: dir, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface(child.stdout).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  return {
    child,
    request: (method, params) => {
      last += 1;
      const id = last;
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}

async function open(args: readonly string[]): Promise<Server> {
  const server = start(args);
  const clientInfo = { name: "bench", version: "1" };
  await server.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return server;
}

const nacre = (entry: string, sandbox: string): readonly string[] => [
  entry,
  "mcp",
  "--sandbox",
  sandbox,
  "--workspace",
  dir,
  "--state-dir",
  join(dir, "state"),
];

const SERVERS: Readonly<Record<string, readonly string[]>> = {
  floor: [join(root, "test", "fixtures", "servers", "floor.mjs")],
  "nacre mcp": nacre(cli, "workspace"),
  "nacre mcp, no sandbox": nacre(cli, "none"),
};

const find = (timings: readonly Timing[], name: string): Timing =>
  timings.find((timing) => timing.name === name) ?? { name, median: Number.NaN, p95: Number.NaN };

async function firstAnswer(): Promise<void> {
  const ending: Promise<void>[] = [];
  const subjects = Object.entries(SERVERS).map(([name, args]) => ({
    name,
    act: async () => {
      const server = await open(args);
      ending.push(server.end());
    },
  }));
  const timings = await interleave(subjects, ROUNDS, 50);
  await Promise.all(ending);
  const floor = find(timings, "floor");
  report({ what: "first answer: a bare server on the same SDK", measured: ms(floor) });
  for (const name of Object.keys(SERVERS).filter((one) => one !== "floor")) {
    const timing = find(timings, name);
    const isMain = name === "nacre mcp";
    report({
      what: `first answer: ${name}`,
      measured: `${ms(timing)}  ${ratio(timing.median, floor.median)}`,
      ...(isMain ? { target: "<= 1.2x", holds: timing.median <= 1.2 * floor.median } : {}),
    });
  }
}

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function memory(): Promise<void> {
  for (const [name, args] of Object.entries(SERVERS)) {
    const server = await open(args);
    await server.request("tools/list", {});
    await sleep(1000);
    const idle = residentMiB(server.child.pid ?? 0);
    await server.request("tools/call", { name: "Bash", arguments: { command: "echo hi" } });
    await sleep(1000);
    const used = residentMiB(server.child.pid ?? 0);
    await server.end();
    report({
      what: `memory at rest, and after a command: ${name}`,
      measured: `${idle.toFixed(1)} / ${used.toFixed(1)} MiB`,
      ...(name === "nacre mcp" ? { target: "< 90 MiB", holds: idle < 90 } : {}),
    });
  }
}

async function echo(): Promise<void> {
  const servers = await Promise.all(
    Object.entries(SERVERS).map(async ([name, args]) => ({ name, server: await open(args) })),
  );
  const call = { name: "Bash", arguments: { command: "echo hi" } };
  for (const { server } of servers) await server.request("tools/call", call);
  const subjects = servers.map(({ name, server }) => ({ name, act: () => server.request("tools/call", call) }));
  const timings = await interleave(subjects, ECHOES, 5);
  await Promise.all(servers.map(({ server }) => server.end()));
  const floor = find(timings, "floor");
  report({ what: "echo over MCP: bash -c", measured: ms(floor) });
  for (const { name } of servers.filter((one) => one.name !== "floor")) {
    const timing = find(timings, name);
    report({
      what: `echo over MCP: ${name}`,
      measured: `${ms(timing)}  ${ratio(timing.median, floor.median)}`,
      ...(name === "nacre mcp" ? { target: "<= 0.35x", holds: timing.median <= 0.35 * floor.median } : {}),
    });
  }
}

try {
  await firstAnswer();
  await memory();
  await echo();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
