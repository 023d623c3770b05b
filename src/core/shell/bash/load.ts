import type { SavedShell } from "../saved-shell.ts";
import { FRESH_LINE, loadLines } from "./script-lines.ts";
import { type StateItem, stateBytes, stateItems, stoppersIn } from "./state.ts";

/** How a bash takes over a saved state: the bytes on its descriptor, and the lines that read them. */
export type Load = { readonly bytes: Buffer | undefined; readonly lines: string; readonly items: readonly StateItem[] };

export function loadOf({ state }: Pick<SavedShell, "state">): Load {
  if (state === undefined) return { bytes: undefined, lines: FRESH_LINE, items: [] };
  const items = stateItems(state);
  return { bytes: stateBytes(state, items), lines: loadLines(stoppersIn(items)), items };
}

/** Reads what bash says when it has loaded its state: the names of what it could not load. */
export function missingIn(said: string, nonce: string, items: readonly StateItem[]): readonly string[] | undefined {
  const at = said.indexOf(`${nonce}\0`);
  if (at < 0 || !said.endsWith("\0\0")) return undefined;
  const [, reached = "", ...failed] = said.slice(at, -2).split("\0");
  const never = reached === "" ? [] : items.slice(Number(reached) - 1);
  const names = [...failed.map((index) => items[Number(index) - 1]?.name ?? ""), ...never.map(({ name }) => name)];
  return [...new Set(names.filter(Boolean))];
}
