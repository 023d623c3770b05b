/** What a session of the soak does, each step with the output that it must have. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ToolResult } from "../../src/tools/tool.ts";
import type { CallOptions, Toolkit } from "../../src/tools/toolkit.ts";

/** One session of one toolkit. */
export type Actor = {
  readonly name: string;
  readonly kit: Toolkit;
  /** How often the session has counted, and its bash with it; undefined where a result said that state was lost. */
  counted: number | undefined;
};

const TOKEN = /tok_\w+_kot/g;
const LINES = 500;

function expectThat(isRight: boolean, what: string, shown: unknown): void {
  if (!isRight) throw new Error(`${what}: ${JSON.stringify(shown)?.slice(0, 600)}`);
}

/** Every token of an answer is the caller's own, and there are as many as were printed. */
export function checkTokens(output: string, token: string, count: number): void {
  const found = output.match(TOKEN) ?? [];
  const foreign = found.find((one) => one !== token);
  expectThat(foreign === undefined, `${token} got output of ${foreign}`, output);
  expectThat(found.length >= count, `${token} lost output, ${found.length} of ${count}`, output);
  expectThat(found.length <= count, `${token} got output twice, ${found.length} of ${count}`, output);
}

/** Runs a command and returns its result, stdout and stderr apart in the metadata. */
async function bash(actor: Actor, command: string, more: object = {}, options: CallOptions = {}): Promise<ToolResult> {
  const result = await actor.kit.call(
    "Bash",
    { command, session_id: actor.name, ...more },
    { streams: {}, ...options },
  );
  const { lost } = result.metadata;
  if (lost !== undefined && lost !== "nothing") actor.counted = undefined;
  return result;
}

/** A text of the metadata; empty where there is none. */
function textOf({ metadata }: ToolResult, key: string): string {
  const value = metadata[key];
  return typeof value === "string" ? value : "";
}

const stdout = (result: ToolResult): string => textOf(result, "stdout");

/** Expects a command's whole stdout. */
async function prints(actor: Actor, command: string, expected: string): Promise<void> {
  const result = await bash(actor, command);
  expectThat(stdout(result).trimEnd() === expected, `${command} did not print ${expected.slice(0, 60)}`, result);
}

async function startShell(actor: Actor, command: string): Promise<string> {
  const result = await bash(actor, command, { run_in_background: true });
  expectThat(result.metadata.bash_id !== undefined, `${command} is no background shell`, result);
  return result.metadata.bash_id ?? "";
}

const read = (actor: Actor, id: string, since: string): Promise<ToolResult> =>
  actor.kit.call("BashOutput", { bash_id: id, since }, { sessionId: actor.name });

async function readInPieces(actor: Actor, id: string): Promise<string> {
  let [all, cursor] = ["", "0"];
  for (let isOver = false; !isOver; ) {
    isOver = actor.kit.shells.getShell(id)?.isRunning !== true;
    const result = await read(actor, id, cursor);
    all += result.output;
    cursor = textOf(result, "next_cursor");
    await sleep(60);
  }
  return all;
}

type Step = { readonly weight: number; readonly act: (actor: Actor, token: string) => Promise<void> };

export const STEPS: Readonly<Record<string, Step>> = {
  echo: { weight: 30, act: (actor, token) => prints(actor, `echo ${token}`, token) },
  state: {
    weight: 15,
    act: async (actor, token) => {
      const known = actor.counted;
      actor.counted = (known ?? 0) + 1;
      const count = known === undefined ? "COUNTED=1" : "COUNTED=$((COUNTED + 1))";
      await prints(actor, `${count}; echo ${token} $COUNTED`, `${token} ${actor.counted}`);
    },
  },
  "both streams": {
    weight: 6,
    act: async (actor, token) => {
      const result = await bash(actor, `echo ${token}; echo ${token} >&2`);
      checkTokens(stdout(result), token, 1);
      checkTokens(textOf(result, "stderr"), token, 1);
    },
  },
  lines: {
    weight: 6,
    act: (actor, token) => {
      const expected = Array.from({ length: LINES }, (_, index) => `${token} ${index + 1}`).join("\n");
      return prints(actor, `for i in {1..${LINES}}; do echo ${token} $i; done`, expected);
    },
  },
  "half a megabyte": {
    weight: 2,
    act: async (actor, token) =>
      checkTokens(stdout(await bash(actor, `echo ${token}; seq 1 80000; echo ${token}`)), token, 2),
  },
  background: {
    weight: 6,
    act: async (actor, token) => {
      const id = await startShell(actor, `for i in 1 2 3; do echo ${token}; sleep 0.05; done`);
      await actor.kit.shells.getShell(id)?.wait();
      checkTokens((await read(actor, id, "0")).output, token, 3);
    },
  },
  "background, in pieces": {
    weight: 3,
    act: async (actor, token) => {
      const id = await startShell(actor, `for i in 1 2 3 4; do echo ${token}; sleep 0.1; done`);
      checkTokens(await readInPieces(actor, id), token, 4);
    },
  },
  kill: {
    weight: 4,
    act: async (actor, token) => {
      const id = await startShell(actor, `echo ${token}; sleep 300 & setsid sleep 300 & wait`);
      const result = await actor.kit.call("KillShell", { shell_id: id }, { sessionId: actor.name });
      expectThat(actor.kit.shells.getShell(id)?.isRunning === false, `${token} runs on after its kill`, result);
    },
  },
  timeout: {
    weight: 1,
    act: async (actor, token) => {
      const result = await bash(actor, `echo ${token}; sleep 300`, { timeout: 1000 });
      checkTokens(stdout(result), token, 1);
      expectThat(result.metadata["timed_out"] === true, `${token} did not time out`, result);
    },
  },
  abort: {
    weight: 2,
    act: async (actor, token) => {
      const result = await bash(actor, `echo ${token}; sleep 300`, {}, { signal: AbortSignal.timeout(200) });
      expectThat(result.metadata["cancelled"] === true, `${token} was not cancelled`, result);
    },
  },
  exit: {
    weight: 3,
    act: async (actor, token) => {
      const result = await bash(actor, `echo ${token}; exit 3`);
      checkTokens(stdout(result), token, 1);
      expectThat(result.metadata.exit_code === 3, `${token} did not exit with 3`, result);
    },
  },
  replace: { weight: 2, act: (actor, token) => prints(actor, `exec echo ${token}`, token) },
  crash: {
    weight: 2,
    act: async (actor, token) => {
      await bash(actor, "kill -9 $$");
      await prints(actor, `echo ${token}`, token);
    },
  },
  "left behind": { weight: 3, act: (actor, token) => prints(actor, `sleep 0.3 & echo ${token}`, token) },
};
