import { parentOf } from "../byte-path.ts";
import type { FoundChange } from "../change.ts";

export type Selection = {
  readonly chosen: readonly FoundChange[];
  /** Guarded names that were asked for, but not one by one. */
  readonly guarded: readonly string[];
  /** What was asked for and names no change. */
  readonly unknown: readonly string[];
};

/**
 * What of the changes these paths and patterns mean; all of them without any. A path means all that lies below it, too.
 * What tools run or obey by themselves is chosen only by its own path. Directories that something chosen lies in come
 * with it.
 */
export function selectChanges(changes: readonly FoundChange[], paths?: readonly string[]): Selection {
  const wanted = paths?.map((path) => ({ path, name: plain(path), pattern: patternOf(plain(path)) }));
  const isWanted = ({ path, from }: FoundChange): boolean =>
    wanted?.some(({ name, pattern }) =>
      [path, ...(from === undefined ? [] : [from])].some((one) => isMeant(one, name, pattern)),
    ) ?? true;
  const isNamed = ({ path }: FoundChange): boolean => wanted?.some(({ name }) => name === path) ?? false;
  const meant = changes.filter(isWanted);
  const isHeld = (change: FoundChange): boolean => change.marks?.includes("guarded") === true && !isNamed(change);
  const chosen = new Set(meant.filter((change) => !isHeld(change)));
  const byPath = new Map(changes.map((change) => [change.at, change]));
  for (const { at } of chosen)
    for (let parent = parentOf(at); parent !== ""; parent = parentOf(parent)) {
      const change = byPath.get(parent);
      if (change !== undefined && change.after?.type === "directory" && change.kind !== "mode") chosen.add(change);
    }
  return {
    chosen: changes.filter((change) => chosen.has(change)),
    guarded: meant.filter(isHeld).map(({ path }) => path),
    unknown: (wanted ?? [])
      .filter(
        ({ name, pattern }) =>
          !changes.some(({ path, from = path }) => isMeant(path, name, pattern) || isMeant(from, name, pattern)),
      )
      .map(({ path }) => path),
  };
}

/** As changes are named: `./a/` is `a`. */
const plain = (path: string): string => path.replace(/^(?:\.\/)+(?=.)/, "").replace(/(?<=.)\/+$/, "");

const isMeant = (path: string, name: string, pattern: RegExp): boolean =>
  path === name || name === "." || path.startsWith(`${name}/`) || pattern.test(path);

/** `*` is a part of one step, `**` any number of steps. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text.replace(/\*\*\/?|[*?]|[\\^$.|+()[\]{}]/g, (found) => {
      if (found.startsWith("**")) return ".*";
      if (found === "*") return "[^/]*";
      return found === "?" ? "[^/]" : `\\${found}`;
    })}(?:/.*)?$`,
    "s",
  );
