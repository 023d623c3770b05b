import { constants } from "node:os";
import { Fault, type FaultCode } from "./fault.ts";
import { codeOf, messageOf } from "./system-error.ts";

/** What an error of the operating system means, wherever it comes from. */
const MEANINGS: Readonly<Record<string, FaultCode>> = {
  ENOSPC: "DISK_FULL",
  EDQUOT: "DISK_FULL",
  // Node has no name for EDQUOT.
  [`Unknown system error -${constants.errno.EDQUOT}`]: "DISK_FULL",
  EMFILE: "NO_DESCRIPTORS",
  ENFILE: "NO_DESCRIPTORS",
};

/** Whether a call failed because no descriptor is left: it says nothing about what was asked for. */
export const isOutOfDescriptors = (error: unknown): boolean => MEANINGS[codeOf(error)] === "NO_DESCRIPTORS";

type Refused = {
  /** What could not be done. */
  readonly what?: string;
  /** The code where the error alone does not tell. */
  readonly otherwise?: FaultCode;
};

/** A fault for an error of the operating system; a fault stays what it is. */
export function systemFault(error: unknown, { what, otherwise = "SYSTEM_REFUSED" }: Refused = {}): Fault {
  if (error instanceof Fault) return error;
  const detail = what === undefined ? messageOf(error) : `${what}: ${messageOf(error)}`;
  return new Fault(MEANINGS[codeOf(error)] ?? otherwise, detail, { cause: error });
}
