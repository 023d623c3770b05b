import type { LimitName } from "../base/limits.ts";
import { signalName } from "./signal-name.ts";

/** How a process stopped: exactly one of these. */
export type Ending =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "signaled"; readonly signal: NodeJS.Signals; readonly exitCode: number }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "waiting-for-input"; readonly program: string }
  | { readonly kind: "stopped"; readonly program: string }
  | { readonly kind: "limit"; readonly limit: LimitName; readonly exitCode: number };

/** The two ways a process ends by itself. */
export type Exit = Extract<Ending, { kind: "exited" | "signaled" }>;

/** How a shell has ended when its supervisor is gone. */
export const KILLED: Exit = { kind: "signaled", signal: "SIGKILL", exitCode: 137 };

/** A wait status as waitpid gives it. */
export function exitOfWaitStatus(status: number): Exit {
  const number = status & 127;
  if (number === 0) return exitOfShellStatus((status >> 8) & 255);
  return { kind: "signaled", signal: signalName(number) ?? "SIGKILL", exitCode: 128 + number };
}

/** A status as bash gives it: 128+n means that signal n ended what bash ran, where there is such a signal. */
export function exitOfShellStatus(exitCode: number): Exit {
  const signal = exitCode > 128 ? signalName(exitCode - 128) : undefined;
  return signal === undefined ? { kind: "exited", exitCode } : { kind: "signaled", signal, exitCode };
}
