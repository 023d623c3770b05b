import type { Where } from "../../src/core/policy/judge.ts";
import type { Verdict } from "../../src/core/policy/verdict.ts";
import type { Entry } from "./entries.ts";
import type { LineIndex } from "./line-index.ts";
import type { Line } from "./lines.ts";
import type { Judge } from "./mutants.ts";

/** A line that is judged otherwise by a policy without this entry, or cannot be judged by it; those that have to do with it are tried. */
export const failingLine = (entry: Entry, without: Judge, lines: LineIndex): string | undefined =>
  lines.deciding(entry).find((line) => fails(line, without))?.command;

export function fails({ command, where, holds }: Line, judge: Judge): boolean {
  const verdict = triedOn(judge, command, where);
  return verdict === undefined || !holds(verdict);
}

/** What a policy with an entry less says; `undefined` where it breaks. */
export function triedOn(judge: Judge, command: string, where: Where): Verdict | undefined {
  try {
    return judge(command, where);
  } catch {
    return undefined;
  }
}
