import { closeSync, openSync } from "node:fs";
import { isOutOfDescriptors, systemFault } from "../base/system-fault.ts";

/** How many managers want it. */
let keepers = 0;
let spare: number | undefined;

/**
 * Keeps a descriptor in reserve as long as shells may run: a host that has used up its own could not see what a command
 * started, and could end none of it. Returns how to give it back.
 */
export function keepSpare(): () => void {
  keepers += 1;
  hold();
  return () => {
    keepers -= 1;
    if (keepers === 0) letGo();
  };
}

/**
 * Looks at something that needs a descriptor for the length of the call, with the spare one if there is no other. A fault
 * when that is gone too: then nothing is known of what was looked for.
 */
export function withSpare<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (!isOutOfDescriptors(error)) throw error;
  }
  letGo();
  try {
    return look();
  } catch (error) {
    throw isOutOfDescriptors(error) ? systemFault(error) : error;
  } finally {
    hold();
  }
}

function hold(): void {
  if (spare !== undefined || keepers === 0) return;
  try {
    spare = openSync("/dev/null", "r");
  } catch {
    // Another thread was faster; the next look tries again.
  }
}

function letGo(): void {
  if (spare !== undefined) closeSync(spare);
  spare = undefined;
}
