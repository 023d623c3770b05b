import type { Text } from "../values/abstract-text.ts";

/** The directories zones are measured against. */
export type Ground = {
  readonly home: string;
  readonly workspaces: readonly string[];
  /** Hosts the user has listed. */
  readonly hosts: readonly string[];
};

/** What was found of paths on each ground. */
type Memory<T> = WeakMap<Ground, Map<Text, { readonly found: T }>>;

/** The same function with a memory: one judgement has one ground, and meets the same paths again and again. */
export function remembering<T>(find: (path: Text, ground: Ground) => T): (path: Text, ground: Ground) => T {
  const memory: Memory<T> = new WeakMap();
  return (path, ground) => {
    const here = memory.get(ground) ?? new Map<Text, { readonly found: T }>();
    memory.set(ground, here);
    const known = here.get(path) ?? { found: find(path, ground) };
    here.set(path, known);
    return known.found;
  };
}
