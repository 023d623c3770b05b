import { accessSync, constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { Fault } from "../base/fault.ts";
import { messageOf } from "../base/system-error.ts";

/** The directory for temporary files, without links. A fault that says what to set where it cannot be used. */
export function temporaryDirectory(directory: string = tmpdir()): string {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (cause) {
    const detail = `the temporary directory ${directory} cannot be used (${messageOf(cause)}); make it, or set TMPDIR to a directory that this user can write`;
    throw new Fault("CONFIG_INVALID", detail, { cause });
  }
}
