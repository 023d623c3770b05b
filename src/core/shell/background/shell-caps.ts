import { Fault } from "../../base/fault.ts";
import { FINISHED_LOG_SHARE, FINISHED_SHELLS, type Limits } from "../../base/limits.ts";
import type { Transcript } from "../../output/transcript.ts";
import type { ShellProcess } from "./shell-process.ts";

type Finished = { readonly transcript: Pick<Transcript, "bytes"> };

/** Refuses another shell where so many run or start already. */
export function refuseAboveMost(
  running: readonly ShellProcess[],
  starting: number,
  { maxShells }: Pick<Limits, "maxShells">,
): void {
  const count = running.length + starting;
  if (count < maxShells) return;
  const oldest = running.slice(0, 3).map(({ id, command: text }) => `${id} (${text.slice(0, 40)})`);
  throw new Fault(
    "TOO_MANY_SHELLS",
    `${count} run already (maxShells); the oldest are ${oldest.join(", ") || "just starting"}; end one of them`,
  );
}

type Kept = Finished & Pick<ShellProcess, "hasEnded" | "completedAt" | "processes">;

/**
 * Ended shells that are too many or too large. One that left something running does not count, and stays: processes are
 * looked for, but only where there may be too much.
 */
export function surplusShells<T extends Kept>(
  shells: readonly T[],
  limits: Pick<Limits, "totalLogBytes" | "logBytes">,
): readonly T[] {
  const ended = shells.filter(({ hasEnded }) => hasEnded).sort((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0));
  if (surplusOf(ended, limits).length === 0) return [];
  return surplusOf(
    ended.filter((shell) => shell.processes().length === 0),
    limits,
  );
}

/** Those that are too many, or whose logs are too large together: the first of them, which ended first. */
export function surplusOf<T extends Finished>(
  finished: readonly T[],
  { totalLogBytes, logBytes }: Pick<Limits, "totalLogBytes" | "logBytes">,
): readonly T[] {
  const sizeOf = ({ transcript: { bytes } }: T): number =>
    Math.min(bytes.stdout, logBytes) + Math.min(bytes.stderr, logBytes);
  let count = finished.length;
  let size = finished.reduce((sum, one) => sum + sizeOf(one), 0);
  const surplus: T[] = [];
  for (const one of finished) {
    if (count <= FINISHED_SHELLS && size <= totalLogBytes * FINISHED_LOG_SHARE) break;
    count -= 1;
    size -= sizeOf(one);
    surplus.push(one);
  }
  return surplus;
}
