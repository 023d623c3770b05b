import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pidsInEnvironment, pidsWith } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import type { Agent } from "./agents/agent.ts";
import { type ModelServer, type Step, startModel } from "./model/model-server.ts";
import type { Talk } from "./talk/lines.ts";
import { readWireLog, type WireLog } from "./wire-log.ts";

/** A client that ran its script to the end. */
export type Driven = {
  readonly model: Pick<ModelServer, "read" | "offered" | "deferred" | "withoutTools">;
  readonly wire: WireLog;
  /** How it ended, and what it printed. */
  readonly end: string;
  readonly said: string;
};

type Options = {
  /** A server in place of nacre. */
  readonly server?: string;
  /** Talks to the client instead of handing it one prompt. */
  readonly talk?: (talk: Talk, project: string) => Promise<void>;
  /** Does something to a client that works on its one prompt. */
  readonly meanwhile?: (client: ChildProcess, project: string) => Promise<void>;
};

const LIMIT_MS = 240_000;
const pinned = join(process.env["PINNED"] ?? "", "node_modules", ".bin");

/** Runs a client in a home of its own through a script, then proves that nothing of it is left. */
export async function drive(
  agent: Agent,
  steps: readonly Step[],
  { server, talk, meanwhile }: Options = {},
): Promise<Driven> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-client-")));
  const place = (name: string): string => join(root, name);
  for (const name of ["home", "project", "tmp"]) mkdirSync(place(name));
  const model = await startModel(steps, place("requests.jsonl"));
  const started = server === undefined ? nacre(root) : [process.execPath, resolve("test/clients", server)];
  const command = [resolve("test/clients/wire-tee.mjs"), place("wire.jsonl"), ...started];
  const { files, env, once, talking } = agent.setup({
    model: model.url,
    server: { command: process.execPath, args: command },
  });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place("home"), name)), { recursive: true });
    writeFileSync(join(place("home"), name), text);
  }
  // A group of its own, as a terminal gives it. Nothing of our environment: a client must not find another account.
  const client = spawn(join(pinned, agent.bin), talk === undefined ? once : talking, {
    cwd: place("project"),
    detached: true,
    stdio: [talk === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: {
      HOME: place("home"),
      TMPDIR: place("tmp"),
      PATH: [pinned, "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      ...env,
    },
  });
  const said = hear(client);
  try {
    await meanwhile?.(client, place("project"));
    if (talk !== undefined) {
      await talk(await agent.talk(client, place("project")), place("project"));
      await leave(client);
    }
    const end = await endOf(client);
    await waitUntil("every process of the client and of nacre to be gone", () => left(root).length === 0);
    return { model, wire: readWireLog(place("wire.jsonl")), end, said: said() };
  } finally {
    await model.close();
    // Only after a failure, and only what this run started.
    for (const pid of left(root)) process.kill(pid, "SIGKILL");
    if (process.env["KEEP"] === undefined) rmSync(root, { recursive: true, force: true });
    else console.log(`${agent.name}: kept in ${root}`);
  }
}

/** The command line of nacre as a user starts it, without a sandbox: this is about what is said. */
function nacre(root: string): readonly string[] {
  const rules = join(root, "rules.json");
  const config = join(root, "config.json");
  writeFileSync(rules, JSON.stringify({ ask: ["Bash(touch asked)"], deny: ["Bash(touch denied)"] }));
  writeFileSync(
    config,
    JSON.stringify({
      sandbox: "none",
      rules,
      stateDir: join(root, "state"),
      // What the commands carry, so that none is missed when we look for what is left.
      environment: { set: { NACRE_TEST: root } },
    }),
  );
  return [process.execPath, resolve("bin/nacre.js"), "mcp", "--config", config];
}

function hear(client: ChildProcess): () => string {
  let said = "";
  for (const stream of [client.stdout, client.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return () => said;
}

const isEnded = (client: ChildProcess): boolean => client.exitCode !== null || client.signalCode !== null;

/** Leaves as an editor does: closes the client's input, and ends a client that does not heed it. */
async function leave(client: ChildProcess): Promise<void> {
  client.stdin?.end();
  await waitUntil("the client to heed the end of its input", () => isEnded(client), 10_000).catch(() =>
    signalGroup(client, "SIGTERM"),
  );
}

async function endOf(client: ChildProcess): Promise<string> {
  await waitUntil("the client to end", () => isEnded(client), LIMIT_MS);
  return String(client.exitCode ?? client.signalCode);
}

export function signalGroup(client: ChildProcess, signal: NodeJS.Signals): void {
  if (client.pid !== undefined && !isEnded(client)) process.kill(-client.pid, signal);
}

/** Everything that a run starts has its directory in its environment or its command line. */
const left = (root: string): readonly number[] => [...new Set([...pidsInEnvironment(root), ...pidsWith(root)])];
