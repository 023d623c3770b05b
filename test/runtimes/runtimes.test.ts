import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

const pinned = process.env["PINNED"] ?? "";
const node = (version: number): string[] => [join(pinned, "node_modules", `node-${version}`, "bin", "node")];
const bin = (name: string): string => join(pinned, "node_modules", ".bin", name);

const RUNTIMES = [
  { name: "Node 20", argv: node(20) },
  { name: "Node 22", argv: node(22) },
  { name: "Node 24", argv: node(24) },
  { name: "Node 26", argv: node(26) },
  { name: "Bun", argv: [bin("bun")] },
  { name: "Deno", argv: [bin("deno"), "run", "-A"] },
];

/** What test/runtimes/contract.mjs finds on every runtime. */
const FOUND = {
  "a session goes on": ["f7\n/tmp\n[stderr]\noops\n", 3],
  "a lost bash is replaced, and the state is back": [137, "8\n"],
  "output is whole and in its order": [2_688_895, true],
  "a command reads its input": "300000\n",
  "a command that takes too long is ended with everything it had started": [true, []],
  "a background shell is read while it runs, and killed with everything it had started": [true, true, true, [], []],
  "a background shell that ends by itself says how": 5,
  "the policy judges": "deny",
};

const CLI = join(import.meta.dirname, "..", "..", "bin", "nacre.js");

/** What a client says to an MCP server. */
const MESSAGES = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "Bash", arguments: { command: "echo $((6 * 7))" } } },
];

/** Whether bubblewrap can make a sandbox here. */
const canWall = spawnSync("bwrap", ["--unshare-all", "--dev-bind", "/", "/", "true"]).status === 0;
const WALLED = canWall ? { "a sandbox holds": [true, "in\n", false, true] } : {};

/** A directory to work in, and a mark by which everything is found that was started for it. */
function ground(): { readonly dir: string; readonly env: NodeJS.ProcessEnv; left(): number[] } {
  const dir = join(tempDir("nacre-runtime-"), "workspace");
  mkdirSync(dir);
  const mark = `MARK_OF_TEST=${dir}`;
  const left = (): number[] => pidsInEnvironment(mark);
  onTestFinished(() => waitUntil("every process of the test to be gone", () => left().length === 0));
  return { dir, env: { ...process.env, MARK_OF_TEST: dir, NACRE_STATE_DIR: join(dir, "state") }, left };
}

describe.each(RUNTIMES)("$name", ({ argv: [file = "", ...first] }) => {
  const run = (words: readonly string[], input = ""): { output: string; status: number | null } => {
    const { dir, env } = ground();
    const ran = spawnSync(file, [...first, ...words], { cwd: dir, env, encoding: "utf8", input, timeout: 60_000 });
    return { output: ran.stdout + ran.stderr, status: ran.status };
  };

  test("the library keeps the contract", () => {
    const { dir, env } = ground();
    const words = [join(import.meta.dirname, "contract.mjs"), dir, canWall ? "sandboxed" : "open"];
    const said = execFileSync(file, [...first, ...words], { env, encoding: "utf8", timeout: 90_000 });
    expect(JSON.parse(said)).toEqual({ ...FOUND, ...WALLED });
  });

  test("110 descriptors are enough for the library", () => {
    const { dir, env } = ground();
    const words = [file, ...first, join(import.meta.dirname, "contract.mjs"), dir, "open"];
    const said = execFileSync("sh", ["-c", 'ulimit -n 110; exec "$@"', "sh", ...words], { env, encoding: "utf8" });
    expect(JSON.parse(said)).toEqual(FOUND);
  });

  test("a host ends when its work is done, and leaves nothing", async () => {
    const { dir, env, left } = ground();
    const host = spawn(file, [...first, join(import.meta.dirname, "host.mjs"), dir, "ends"], { env, stdio: "ignore" });
    onTestFinished(() => void host.kill("SIGKILL"));
    const status = await new Promise((resolve) => host.once("exit", resolve));
    expect(status).toBe(0);
    await waitUntil("nothing to be left", () => left().length === 0);
  });

  test("a host that is killed leaves nothing", async () => {
    const { dir, env, left } = ground();
    const host = spawn(file, [...first, join(import.meta.dirname, "host.mjs"), dir, "stays"], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => host.stdout.once("data", resolve));
    host.kill("SIGKILL");
    await waitUntil("nothing to be left", () => left().length === 0);
  });

  test("nacre run passes input, output and exit code on", () => {
    const ran = run([CLI, "run", "--", "cat; echo out; echo err >&2; exit 3"], "in\n");
    expect(ran).toEqual({ output: "in\nout\nerr\n", status: 3 });
  });

  test("nacre mcp answers a client", async () => {
    const { dir, env } = ground();
    const server = spawn(file, [...first, CLI, "mcp", "--sandbox", "none"], {
      cwd: dir,
      env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    onTestFinished(() => void server.kill("SIGKILL"));
    let said = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    for (const message of MESSAGES) server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    await waitUntil("the answer", () => said.includes('"text":"42\\n"'));
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.stdin.end();
    expect(await ended).toBe(0);
  });
});
