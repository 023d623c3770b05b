import { resolve } from "node:path";
import { Fault } from "../core/base/fault.ts";
import { checkDirectory } from "../core/process/working-directory.ts";

/** The directory a call starts in, without links. One that may not be started in is a fault: the caller chose it, not the model. */
export function startDirectory(workingDir: string, roots: readonly string[] | undefined): string {
  const path = resolve(workingDir);
  const checked = checkDirectory(path, roots ?? [path]);
  if (checked.kind !== "usable") throw new Fault("DIRECTORY_UNUSABLE", checked.reason);
  return checked.path;
}
