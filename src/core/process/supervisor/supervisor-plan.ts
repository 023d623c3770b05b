import type { SpawnPlan } from "../spawn-plan.ts";
import { supervisorLanguage } from "./supervisor-languages.ts";

/** What a supervisor starts: a program, and its arguments from the zeroth on. */
export type ShellProgram = {
  readonly file: string;
  readonly args: readonly string[];
  /** Where shells start; `file` may be relative to it. */
  readonly home: string;
};

/** The plan of a supervisor that runs this shell in this directory of FIFOs. */
export function supervisorPlan(
  { file, args, home }: ShellProgram,
  runtimeDir: string,
  env: Readonly<Record<string, string>>,
): SpawnPlan {
  const { path, options, first, environment } = supervisorLanguage();
  return {
    file: path,
    args: [...options, ...first, home, file, ...args],
    cwd: runtimeDir,
    env: { ...env, ...environment },
  };
}
