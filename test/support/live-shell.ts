import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { isAlive } from "./is-alive.ts";
import type { OpenSandbox } from "./open-sandbox.ts";
import { waitUntil } from "./wait-until.ts";

/** A bash that lives inside a sandbox across commands, bracketed as a session does it. */
export type LiveShell = {
  readonly pid: number;
  /** Runs a command to its end; what the sandbox had to say is in `notices`. */
  readonly command: (
    text: string,
  ) => Promise<{ readonly exitCode: number; readonly output: string; readonly notices: readonly string[] }>;
  readonly end: () => Promise<void>;
};

/** Starts it; it is ended, and seen to be gone, when the test is over. */
export async function startLiveShell({ sandbox, wrap }: OpenSandbox): Promise<LiveShell> {
  // As a supervisor would: a parent that stays, and a bash that reads one line at a time.
  const { plan, started } = wrap(
    'bash --norc -c \'while IFS= read -r line; do eval "$(printf "%s" "$line" | base64 -d)" </dev/null 2>&1; echo "<<$?>>"; done\'; exit 0',
  );
  const { file, args, env, cwd, descriptors = [] } = plan;
  const child = spawn(file, [...args], {
    cwd,
    env: { ...env },
    stdio: ["pipe", "pipe", "inherit", ...descriptors.map(() => "pipe" as const)],
  });
  for (const [index, bytes] of descriptors.entries()) {
    const pipe = child.stdio[3 + index];
    if (pipe && "end" in pipe) pipe.end(bytes);
  }
  const pid = child.pid ?? 0;
  onTestFinished(() => endOf(child));
  let heard = "";
  child.stdout?.on("data", (bytes: Buffer) => (heard += bytes.toString()));
  await started(pid);
  const { events } = sandbox;
  const command: LiveShell["command"] = async (text) => {
    await events.beforeCommand(text);
    heard = "";
    child.stdin?.write(`${Buffer.from(text).toString("base64")}\n`);
    await waitUntil(`the end of ${text}`, () => /<<\d+>>\n$/.test(heard), 50_000);
    const [, exitCode] = /<<(\d+)>>\n$/.exec(heard) ?? [];
    const output = heard.replace(/<<\d+>>\n$/, "");
    await events.afterCommand(text);
    return { exitCode: Number(exitCode), output, notices: events.takeNotices() };
  };
  return { pid, command, end: () => endOf(child) };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || !isAlive(child.pid)) return;
  child.kill("SIGKILL");
  await waitUntil("the end of a live shell", () => !isAlive(child.pid ?? 0));
}
