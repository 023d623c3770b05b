/** The servers against the least one on the same SDK: time to the first answer, memory at rest, one echo; HTTP against stdio. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type McpConnection, openHttp, openStdio } from "./mcp-client.ts";
import { type Bench, interleave, ratioOf, root, type Subject } from "./measure.ts";
import { inScratch } from "./subjects.ts";

const cli = join(root, "bin", "nacre.js");
const ECHO = { name: "Bash", arguments: { command: "echo hi" } };

/** The spawning server on the same SDK. */
export const FLOOR_SERVER: readonly string[] = [
  process.execPath,
  join(root, "test", "fixtures", "servers", "floor.mjs"),
];

/** How this checkout's servers are started. Each has a state directory of its own. */
export const nacreServer = (command: "mcp" | "serve", sandbox: string, directory: string): readonly string[] => [
  process.execPath,
  cli,
  command,
  "--sandbox",
  sandbox,
  "--workspace",
  directory,
  "--state-dir",
  join(directory, `state-${command}-${sandbox}`),
  ...(command === "serve" ? ["--port", "0", "--json"] : []),
];

export const mcpStart: Bench = () =>
  inScratch(async (directory) => {
    const ending: Promise<void>[] = [];
    const opening = (name: string, command: readonly string[]): Subject => ({
      name,
      act: async () => {
        const server = await openStdio(command, directory);
        ending.push(server.end());
      },
    });
    const timings = await interleave(
      [opening("floor", FLOOR_SERVER), opening("nacre", nacreServer("mcp", "workspace", directory))],
      5,
      50,
    );
    await Promise.all(ending);
    return [ratioOf(timings, "mcp-first", ["nacre", "floor"]), { row: "mcp-memory", value: await atRest(directory) }];
  });

/** Resident memory of a server that was asked for its tools, and no more. */
async function atRest(directory: string): Promise<number> {
  const server = await openStdio(nacreServer("mcp", "workspace", directory), directory);
  await server.request("tools/list", {});
  await sleep(1000);
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  await server.end();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

export const mcpEcho: Bench = () =>
  inScratch(async (directory) => {
    const servers: Readonly<Record<string, McpConnection>> = {
      floor: await openStdio(FLOOR_SERVER, directory),
      stdio: await openStdio(nacreServer("mcp", "none", directory), directory),
      walled: await openStdio(nacreServer("mcp", "workspace", directory), directory),
      http: await openHttp(nacreServer("serve", "none", directory), directory),
    };
    for (const server of Object.values(servers)) await expectHi(server);
    const timings = await interleave(
      [
        ...Object.entries(servers).map(([name, server]) => ({ name, act: () => server.request("tools/call", ECHO) })),
        { name: "ping", act: async () => servers["stdio"]?.request("ping", {}) },
      ],
      50,
      5,
    );
    await Promise.all(Object.values(servers).map((server) => server.end()));
    return [
      ratioOf(timings, "mcp-echo", ["stdio", "floor"]),
      ratioOf(timings, "mcp-echo-walled", ["walled", "floor"]),
      ratioOf(timings, "mcp-echo-ping", ["stdio", "ping"]),
      ratioOf(timings, "http-echo", ["http", "stdio"]),
    ];
  });

/** A server that answers an error is fast for the wrong reason. */
async function expectHi(server: McpConnection): Promise<void> {
  const said = JSON.stringify(await server.request("tools/call", ECHO));
  if (!said.includes('"text":"hi')) throw new Error(`an echo was answered with ${said}`);
}
