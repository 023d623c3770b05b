import { constants } from "node:os";
import type { Fault } from "../../base/fault.ts";
import { systemFault } from "../../base/system-fault.ts";

/** The fault for a FIFO that a supervisor could not make, by what it says of it: a number, and words. */
export function fifoFault(why: string): Fault {
  const [, number, words = why] = /^(\d+) (.*)$/.exec(why) ?? [];
  const [code = ""] = Object.entries(constants.errno).find(([, value]) => value === Number(number)) ?? [];
  return systemFault(Object.assign(new Error(words), { code }), {
    what: "a FIFO could not be made in the state directory",
    otherwise: "SPAWN_FAILED",
  });
}
