import type { Text } from "../values/abstract-text.ts";

/** The directories and hosts by which a verdict judges paths and addresses. */
export type Ground = {
  readonly home: string;
  readonly workspaces: readonly string[];
  /** Hosts that the operator has listed. */
  readonly hosts: readonly string[];
};

/** Results by ground and path. */
type Memory<T> = WeakMap<Ground, Map<Text, { readonly found: T }>>;

/** The same function with a memory: one judgement has one ground and asks about the same paths many times. */
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
