import type { SavedShell } from "../saved-shell.ts";
import { FRESH_LINE, loadLines } from "./script-lines.ts";
import { type BashState, lostWith, type StateItem, stateBytes, stateItems, stoppersIn } from "./state.ts";
import { type Ulimits, ulimitsIn } from "./ulimits.ts";

/** How a bash takes over a saved state: the bytes on its descriptor, and the lines that read them. */
export type Load = {
  readonly bytes: Buffer | undefined;
  readonly lines: string;
  readonly items: readonly StateItem[];
  /** Names of what is left out. */
  readonly lost: readonly string[];
};

/** Many background shells may start from one state. */
const loads = new WeakMap<BashState, Load>();

export function loadOf({ state }: Pick<SavedShell, "state">): Load {
  if (state === undefined) return { bytes: undefined, lines: FRESH_LINE, items: [], lost: [] };
  const load = loads.get(state) ?? loadOfState(state);
  loads.set(state, load);
  return load;
}

function loadOfState(state: BashState): Load {
  const items = stateItems(state);
  return { bytes: stateBytes(state, items), lines: loadLines(stoppersIn(items)), items, lost: lostWith(state) };
}

/** What bash says before its first text. */
export type Hello = {
  /** The limits that it began with. */
  readonly atStart: Ulimits;
  /** Names of what it did not take over. */
  readonly missing: readonly string[];
};

/** Reads what bash says when it has loaded its state; undefined while it has not said all. */
export function readHello(
  said: string,
  nonce: string,
  { items, lost }: Pick<Load, "items" | "lost">,
): Hello | undefined {
  const at = said.indexOf(`${nonce}\0`);
  if (at < 0 || !said.endsWith("\0\0")) return undefined;
  const [soft = "", hard = ""] = said.slice(0, at).split("\0");
  const [, reached = "", ...failed] = said.slice(at, -2).split("\0");
  const never = reached === "" ? [] : items.slice(Number(reached) - 1);
  const names = [...failed.map((index) => items[Number(index) - 1]?.name ?? ""), ...never.map(({ name }) => name)];
  return { atStart: ulimitsIn(soft, hard), missing: [...new Set([...lost, ...names.filter(Boolean)])] };
}
