import { PLACE } from "../attacks/shared-corpus.ts";
import type { Entry } from "./entries.ts";
import { LineIndex } from "./line-index.ts";
import type { Judge, Mutants } from "./mutants.ts";
import { failingLine, fails, triedOn } from "./needed-lines.ts";
import { familyOf, inShort, lineOf, type Pinned, readPinned, writeIdle, writePinned } from "./pinned-lines.ts";
import { probesFor } from "./probes.ts";

/** Writes down a line for every entry of a family that no other test has one for, and the entries for which none was found. */
export function writeFamily(family: string, mutants: Mutants, labelled: LineIndex): void {
  const whole = mutants.whole();
  const kept = readPinned(family).filter((pinned) => !fails(lineOf(pinned), whole));
  const before = new LineIndex(kept.map(lineOf));
  const used = new Map<string, Pinned>();
  const idle: string[] = [];
  for (const [at, entry] of mutants.entries.entries()) {
    if (familyOf(entry) !== family) continue;
    const without = mutants.without(at);
    if (without === undefined || failingLine(entry, without, labelled) !== undefined) continue;
    const command = failingLine(entry, without, before) ?? findProbe(entry, { without, whole }, labelled);
    if (command === undefined) idle.push(entry.title);
    else used.set(command, { command, judged: inShort(whole(command, PLACE)) });
  }
  writePinned(family, [...used.values()]);
  writeIdle(family, idle);
}

type Both = { readonly without: Judge; readonly whole: Judge };

function findProbe(entry: Entry, { without, whole }: Both, labelled: LineIndex): string | undefined {
  for (const command of probesFor(entry, labelled)) {
    const verdict = triedOn(without, command, PLACE);
    if (verdict === undefined || inShort(verdict) !== inShort(whole(command, PLACE))) return command;
  }
  return undefined;
}
