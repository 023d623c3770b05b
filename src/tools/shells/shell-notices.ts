import { steadyMs } from "../../core/base/clock.ts";
import { waitingForInput } from "../../core/process/waiting-for-input.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import { firstOf, type Words } from "../words.ts";
import { renderStatus } from "./shell-view.ts";

/** A shell that prints nothing is looked at again after this time at the earliest. */
const LOOK_AGAIN_MS = 5000;

type Look = { readonly at: number; readonly bytes: number; readonly program: string | undefined };

/** What results have told of background shells: that one ended, or waits for input, is told once in its session. */
export class ShellNotices {
  readonly #ended = new WeakSet<ShellProcess>();
  readonly #looks = new WeakMap<ShellProcess, Look>();

  /** A result shows the state of this shell. */
  tell(shell: ShellProcess): void {
    if (!shell.isRunning) this.#ended.add(shell);
  }

  /** A sentence for each of these shells that ended, or began to wait for input, and was not told of yet. */
  take(shells: readonly ShellProcess[], words: Pick<Words, "shellEnded" | "shellWaits">): readonly string[] {
    const ended = shells.filter((shell) => !shell.isRunning && !this.#ended.has(shell));
    for (const shell of ended) this.#ended.add(shell);
    const waiting = shells.flatMap((shell) => {
      const program = shell.isRunning ? this.#newlyWaiting(shell) : undefined;
      return program === undefined ? [] : [words.shellWaits(shell.id, program, shell.reader !== undefined)];
    });
    return firstOf([
      ...ended.map((shell) => words.shellEnded(shell.id, renderStatus(shell), shell.command)),
      ...waiting,
    ]);
  }

  /** The program that waits for input, where none did at the last look; only in a shell that printed nothing since. */
  #newlyWaiting(shell: ShellProcess): string | undefined {
    const last = this.#looks.get(shell);
    const { stdout, stderr } = shell.transcript.bytes;
    const now = steadyMs();
    const look = { at: now, bytes: stdout + stderr };
    if (last?.bytes !== look.bytes) this.#looks.set(shell, { ...look, program: undefined });
    if (last?.bytes !== look.bytes || last.program !== undefined || now - last.at < LOOK_AGAIN_MS) return undefined;
    const program = shell.reader ?? waitingForInput(shell.processes());
    this.#looks.set(shell, { ...look, program });
    return program;
  }
}
