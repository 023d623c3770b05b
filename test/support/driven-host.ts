import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import type { ToolResult } from "../../src/index.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

/** What surrounds the host. */
type Ground = {
  readonly sandbox?: "none" | "workspace";
  /** One that another host has used; a new one by default. */
  readonly stateDir?: string;
  /** How many descriptors it may have open. */
  readonly openFiles?: number;
  /** Its state directory is a disk of its own, of this size and with so many inodes. */
  readonly disk?: { readonly bytes: number; readonly inodes?: number };
};

export type DrivenHost = {
  readonly pid: number;
  readonly stateDir: string;
  readonly workingDir: string;
  /** Lets the host do something; see `test/fixtures/hosts/driven.mjs`. */
  readonly act: (act: string, order?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly bash: (command: string, input?: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  readonly call: (name: string, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  /** Pids of all that it started and is alive. */
  readonly started: () => readonly number[];
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The words before a program that is to see the disks that the host sees. */
  readonly onItsDisks: readonly string[];
  /** Runs nacre beside the host, as its user would. */
  readonly nacre: (...words: readonly string[]) => Promise<string>;
};

/** Whether a test can have a disk of its own. */
export const hasOwnDisk: boolean =
  spawnSync("unshare", ["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" }).status === 0 ||
  process.env["REQUIRE_TOOLS"] === "1";

/** A host as a process of its own. When the test is over it ends, and nothing it started may be alive. */
export async function driveHost({ sandbox = "none", openFiles, disk, ...given }: Ground = {}): Promise<DrivenHost> {
  const [stateDir, workingDir] = [given.stateDir ?? tempDir("nacre-state-"), tempDir()];
  const words = [
    ...(disk === undefined ? [] : onOwnDisk(stateDir, disk)),
    ...(openFiles === undefined ? [] : ["prlimit", `--nofile=${openFiles}:${openFiles}`]),
    process.execPath,
    "test/fixtures/hosts/driven.mjs",
    stateDir,
    workingDir,
    sandbox,
  ];
  const env = { ...process.env, NACRE_TEST: stateDir };
  const host = spawn("env", words, { env, stdio: ["pipe", "pipe", "inherit"] });
  const started = (): readonly number[] =>
    pidsInEnvironment(`NACRE_TEST=${stateDir}`).filter((pid) => pid !== host.pid);
  onTestFinished(async () => {
    await end(host);
    await waitUntil("nothing of the host to be alive", () => started().length === 0);
  });
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const act: DrivenHost["act"] = async (name, order = {}) => {
    host.stdin.write(`${JSON.stringify({ act: name, ...order })}\n`);
    const { value: line, done } = await lines.next();
    if (done === true) throw new Error("the host ended before it answered");
    const { value, error } = JSON.parse(line) as { readonly value?: unknown; readonly error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const onItsDisks =
    disk === undefined ? [] : ["nsenter", "-t", String(host.pid), "-U", "-m", "--preserve-credentials"];
  const nacre: DrivenHost["nacre"] = async (...words) => {
    const all = [...onItsDisks, process.execPath, resolve("bin/nacre.js"), ...words];
    const ran = spawn("env", all, {
      env: { ...process.env, NACRE_STATE_DIR: stateDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = await Promise.all([ran.stdout, ran.stderr].map(textOf));
    return said.join("");
  };
  const call: DrivenHost["call"] = async (name, input) => (await act("call", { name, input })) as ToolResult;
  return {
    pid: host.pid ?? 0,
    stateDir,
    workingDir,
    act,
    call,
    bash: (command, input = {}) => call("Bash", { command, ...input }),
    started,
    kill: (signal) => void host.kill(signal),
    onItsDisks,
    nacre,
  };
}

async function textOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Every word before the program becomes the program: the host has the pid that was started. */
const onOwnDisk = (directory: string, { bytes, inodes = 0 }: NonNullable<Ground["disk"]>): readonly string[] => [
  "unshare",
  "-Urm",
  "sh",
  "-c",
  `mount -t tmpfs -o size=${bytes},nr_inodes=${inodes} none "$0" && exec "$@"`,
  directory,
];

async function end(host: ChildProcess): Promise<void> {
  host.stdin?.end();
  if (host.exitCode === null && host.signalCode === null) await once(host, "exit");
}
