import { onTestFinished } from "vitest";
import type { ToolkitOptions } from "../../src/index.ts";
import type { MachineOptions } from "../../src/tools/machines/machine-options.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { type OpenToolkit, openToolkit } from "./open-toolkit.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

/** The built worker as a process of this machine. */
export const WORKER: readonly string[] = [process.execPath, "bin/nacre.js", "worker"];

/** A machine that is this one, behind a pipe. Its worker carries a mark by which tests find it. */
export function pipedMachine(more: Partial<MachineOptions> = {}): MachineOptions & { readonly mark: string } {
  const stateDir = tempDir("nacre-there-");
  const mark = `NACRE_THERE=${stateDir}`;
  const { command = [], worker = WORKER, ...rest } = more;
  onTestFinished(() => waitUntil("every worker to be gone", () => pidsInEnvironment(mark).length === 0));
  return { kind: "command", command: [...command, "env", mark], worker, stateDir, ...rest, mark };
}

/** A toolkit whose sessions run there; when the test is over, nothing of it may be alive on either side. */
export function openOnMachine(
  options: Omit<ToolkitOptions, "shells"> = {},
  { mark: _, ...machine }: MachineOptions & { readonly mark?: string } = pipedMachine(),
): OpenToolkit {
  return openToolkit({ machine: "there", machines: { there: machine }, ...options });
}
