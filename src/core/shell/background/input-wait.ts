import type { Identity } from "../../process/identity.ts";
import { waitingForInput } from "../../process/waiting-for-input.ts";
import type { ShellProcess } from "./shell-process.ts";

/** The program that waits for input in a shell, and whether what is typed into the shell reaches it. */
export type InputWait = { readonly program: string; readonly canBeTyped: boolean };

/** What waits for input now, also for input that cannot come; undefined where the kernel shows none. */
export function inputWaitOf(
  shell: ShellProcess,
  processes: readonly Identity[] = shell.processes(),
): InputWait | undefined {
  const reader = shell.readerAmong(processes);
  const program = reader ?? waitingForInput(processes);
  if (program === undefined) return undefined;
  return { program, canBeTyped: reader !== undefined || shell.terminal !== undefined };
}
