import { randomHex } from "../../core/base/ids.ts";
import type { NetworkAccess } from "../../core/sandbox/sandbox.ts";
import type { Kept } from "../../core/try/keep/keep-try.ts";
import type { ToolResult } from "../tool.ts";
import type { CallOptions } from "../toolkit.ts";
import type { ToolkitOptions } from "../toolkit-options.ts";
import type { Tried, Trying } from "./trying.ts";

/** What an embedder may say of a try. */
export type TryOptions = CallOptions & {
  /** Commands with the same name run in one try, until it is kept or discarded; by default each has a try of its own. */
  readonly name?: string;
  /** What it may reach; nothing by default. */
  readonly network?: NetworkAccess;
  readonly timeout?: number;
};

/** A command that was tried. */
export type TryRun = Tried & {
  readonly result: ToolResult;
  /** Keeps all changes in the workspace, or those that paths and patterns mean. Guarded names only by their own path. */
  readonly keep: (paths?: readonly string[]) => Promise<Kept>;
  /** Leaves nothing of it. */
  readonly discard: () => Promise<void>;
};

export async function runTry(
  trying: Trying,
  command: string,
  { name = randomHex(8), network = "off", timeout, ...context }: TryOptions = {},
): Promise<TryRun> {
  const input = { command, ...(timeout === undefined ? {} : { timeout }) };
  const { result, tried } = await trying.call({ key: `name ${name}`, input, context, network });
  const { id } = tried;
  return {
    ...tried,
    result,
    keep: (paths) => trying.keep(id, paths),
    discard: () => trying.discard(id),
  };
}

/**
 * The options of the toolkit that runs the commands of a try: what could leave it is closed. What the operator made
 * writable can be read, caches are its own, and no snapshot is needed. Each call says how much of its result is shown.
 */
export function triedOptions(
  { shells, sandbox, snapshot: _, limits: { visibleChars: _chars, ...limits } = {}, ...options }: ToolkitOptions,
  network: NetworkAccess,
): ToolkitOptions {
  const { read = [], write = [] } = typeof sandbox === "object" ? sandbox : {};
  const stateDir = shells?.stateDir ?? options.stateDir;
  return {
    ...options,
    limits,
    ...(stateDir === undefined ? {} : { stateDir }),
    sandbox: { profile: "workspace", network, read: [...read, ...write], cache: "none" },
  };
}
