import type { Text } from "../values/abstract-text.ts";
import { type Engine, type Frame, type Invocation, type Origin } from "./walk-types.ts";

/** What a builtin sees. */
export type Here = {
  readonly args: readonly Text[];
  readonly frame: Frame;
  readonly engine: Engine;
  readonly origin: Origin;
  readonly invocation: Invocation;
};

export type Builtin = (here: Here) => Text | undefined;

/** Names given to `read`, `unset`, `test -v` …: a subscript in them is evaluated, quotes or not. */
export function evaluateSubscripts({ args, frame, engine, origin }: Here): void {
  for (const arg of args) if (/\[.*(?:\$\(|`)/s.test(arg)) engine.code(`: "${arg}"`, frame, origin);
}
