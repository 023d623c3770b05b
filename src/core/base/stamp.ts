import { readFileSync } from "node:fs";
import { machineMs, wallMs } from "./clock.ts";
import { isRecord } from "./is-record.ts";

/**
 * A point in time that other processes can read: by the time of day, which may jump, and by the machine's own clock, which
 * does not, but begins anew when the machine starts.
 */
export type Stamp = { readonly wall: number; readonly machine: number; readonly boot: string };

export const stampNow = (): Stamp => ({ wall: wallMs(), machine: machineMs(), boot: bootId() });

/** The point in time so long ago. */
export function stampBefore(ms: number): Stamp {
  const { wall, machine, boot } = stampNow();
  return { wall: wall - ms, machine: machine - ms, boot };
}

/**
 * How old something is. `least`: for what must be kept so long; a clock that was put forward does not count. `most`: for
 * what must not be used any longer; a clock that was put forward counts, and what comes from the future is as old as can
 * be.
 */
export function ageOf(stamp: Stamp, now: Stamp = stampNow()): { readonly least: number; readonly most: number } {
  const wall = now.wall - stamp.wall;
  const machine = stamp.boot !== "" && stamp.boot === now.boot ? now.machine - stamp.machine : undefined;
  return {
    least: Math.max(0, machine ?? wall),
    most: wall < 0 ? Number.POSITIVE_INFINITY : Math.max(wall, machine ?? 0),
  };
}

/** How far the time of day was put forward between two stamps, or back; 0 where the machine's own clock does not tell. */
export function jumpBetween(then: Stamp, now: Stamp): number {
  if (then.boot === "" || then.boot !== now.boot) return 0;
  const jump = now.wall - then.wall - (now.machine - then.machine);
  return Math.abs(jump) < LEAST_JUMP_MS ? 0 : jump;
}

/** Less is how the kernel keeps the time. */
const LEAST_JUMP_MS = 60_000;

/** A stamp that was read from a file; undefined when it is none. */
export function stampIn(value: unknown): Stamp | undefined {
  if (!isRecord(value)) return undefined;
  const { wall, machine, boot } = value;
  const isStamp = typeof wall === "number" && typeof machine === "number" && typeof boot === "string";
  return isStamp ? { wall, machine, boot } : undefined;
}

let known: string | undefined;

/** The kernel's name for this run of the machine; empty where it has none. */
function bootId(): string {
  if (known !== undefined) return known;
  try {
    known = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    known = "";
  }
  return known;
}
