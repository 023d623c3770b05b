import { type BytePath, parentOf } from "../byte-path.ts";
import type { FoundChange } from "../change.ts";
import type { KeepStep } from "./keep-plan.ts";

/** What is dropped of every mode. */
const SET_IDS = 0o6000;

/** The rights that a file of a try keeps in the workspace. */
export const KEPT_RIGHTS: number = 0o7777 & ~SET_IDS;

/**
 * The steps that bring chosen changes into a workspace: what goes first, so that its place is free; then what comes,
 * directories before what lies in them; then rights, the innermost first. A new directory of which all was chosen comes
 * whole, in one step.
 */
export function stepsOf(chosen: readonly FoundChange[], all: readonly FoundChange[]): readonly KeepStep[] {
  const whole = wholeDirectories(chosen, all);
  const isCarried = (at: BytePath): boolean => {
    for (let parent = parentOf(at); parent !== ""; parent = parentOf(parent)) if (whole.has(parent)) return true;
    return false;
  };
  const removed = chosen.flatMap(({ kind, at, fromAt = at }): KeepStep[] =>
    kind === "deleted" || kind === "renamed" ? [{ at: fromAt, act: "remove" }] : [],
  );
  const put = chosen.filter(({ kind, at }) => kind !== "deleted" && kind !== "mode" && !isCarried(at));
  const rights = chosen.filter(({ kind }) => kind === "mode").toReversed();
  return [
    ...removed,
    ...put.map(({ at, after }): KeepStep => {
      const isBare = after?.type === "directory" && !whole.has(at);
      return { at, act: "put", ...rightsIn(after), ...(isBare ? { isBare } : {}) };
    }),
    ...rights.map(({ at, after }): KeepStep => ({ at, act: "mode", ...rightsIn(after) })),
  ];
}

const rightsIn = (after: FoundChange["after"]): Pick<KeepStep, "mode"> =>
  after === undefined || after.type === "link" ? {} : { mode: Number.parseInt(after.mode, 8) & KEPT_RIGHTS };

/** New directories of which nothing was left out. One that was renamed is told without what it holds. */
function wholeDirectories(chosen: readonly FoundChange[], all: readonly FoundChange[]): ReadonlySet<BytePath> {
  const isNew = ({ kind, after }: FoundChange): boolean =>
    after?.type === "directory" && ["added", "type", "renamed"].includes(kind);
  const whole = new Set(chosen.filter(isNew).map(({ at }) => at));
  const isChosen = new Set(chosen.map(({ at }) => at));
  for (const { at } of all) {
    if (isChosen.has(at)) continue;
    for (let parent = parentOf(at); parent !== ""; parent = parentOf(parent)) whole.delete(parent);
  }
  return whole;
}
