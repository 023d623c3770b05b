import { steadyMs } from "../../base/clock.ts";
import { QUIET_SHELL_MS } from "../../base/limits.ts";
import { type InputWait, inputWaitOf } from "./input-wait.ts";
import type { ShellProcess } from "./shell-process.ts";

type Look = { readonly at: number; readonly bytes: number; readonly isWaiting: boolean };

/** Finds which shells began to wait for input, each once. One that printed since the last look does not wait. */
export class NewlyWaiting {
  readonly #looks = new WeakMap<ShellProcess, Look>();

  /** What waits in a running shell, where nothing did at the last look. Looks only after the shell was quiet for a while. */
  take(shell: ShellProcess): InputWait | undefined {
    const last = this.#looks.get(shell);
    const look = { at: steadyMs(), bytes: bytesOf(shell) };
    if (last?.bytes !== look.bytes) this.#looks.set(shell, { ...look, isWaiting: false });
    if (last?.bytes !== look.bytes || last.isWaiting || look.at - last.at < QUIET_SHELL_MS) return undefined;
    const wait = inputWaitOf(shell);
    this.#looks.set(shell, { ...look, isWaiting: wait !== undefined });
    return wait;
  }

  /** It was told by other means that something waits in this shell. */
  told(shell: ShellProcess): void {
    this.#looks.set(shell, { at: steadyMs(), bytes: bytesOf(shell), isWaiting: true });
  }
}

const bytesOf = ({ transcript: { bytes } }: ShellProcess): number => bytes.stdout + bytes.stderr;
