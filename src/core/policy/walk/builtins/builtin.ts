import type { Text } from "../../values/abstract-text.ts";
import { isInteger } from "../../values/shell-variables.ts";
import { type Engine, type Frame, type Invocation, type Origin } from "../walk-types.ts";

/** What a builtin sees. */
export type Here = {
  readonly args: readonly Text[];
  readonly frame: Frame;
  readonly engine: Engine;
  readonly origin: Origin;
  readonly invocation: Invocation;
};

export type Builtin = (here: Here) => Text | undefined;

/** bash reads what it gives an integer as arithmetic before the variable has it: a subscript in it is evaluated. */
export function evaluateNumbers(name: string, values: readonly Text[], { frame, engine, origin }: Here): void {
  if (!isInteger(name, frame.scope)) return;
  for (const value of values) if (/\$\(|`/.test(value)) engine.code(`: "${value}"`, frame, origin);
}

/** Names given to `read`, `unset`, `test -v` …: a subscript in them is evaluated, quotes or not. */
export function evaluateSubscripts({ args, frame, engine, origin }: Here): void {
  for (const arg of args) if (/\[.*(?:\$\(|`)/s.test(arg)) engine.code(`: "${arg}"`, frame, origin);
}
