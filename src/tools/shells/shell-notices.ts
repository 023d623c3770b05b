import { NewlyWaiting } from "../../core/shell/background/newly-waiting.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import { firstOf, type Words } from "../words.ts";
import { renderStatus } from "./shell-view.ts";

/** What results have told of background shells: that one ended, or waits for input, is told once in its session. */
export class ShellNotices {
  readonly #ended = new WeakSet<ShellProcess>();
  readonly #waiting = new NewlyWaiting();

  /** A result shows the state of this shell; `reader`: also that this program waits for input. */
  tell(shell: ShellProcess, reader?: string): void {
    if (!shell.isRunning) this.#ended.add(shell);
    else if (reader !== undefined) this.#waiting.told(shell);
  }

  /** A sentence for each of these shells that ended, or began to wait for input, and was not told of yet. */
  take(shells: readonly ShellProcess[], words: Pick<Words, "shellEnded" | "shellWaits">): readonly string[] {
    const ended = shells.filter((shell) => !shell.isRunning && !this.#ended.has(shell));
    for (const shell of ended) this.#ended.add(shell);
    const waiting = shells.flatMap((shell) => {
      const wait = shell.isRunning ? this.#waiting.take(shell) : undefined;
      return wait === undefined ? [] : [words.shellWaits(shell.id, wait.program, wait.canBeTyped)];
    });
    return firstOf([
      ...ended.map((shell) => words.shellEnded(shell.id, renderStatus(shell), shell.command)),
      ...waiting,
    ]);
  }
}
