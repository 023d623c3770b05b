import type { Transcript } from "../../output/transcript.ts";
import { ShellProcess } from "./shell-process.ts";
import type { ShellRecord } from "./shell-record.ts";

/** A command of a session that is over, as a shell that can be read. */
export type OverCommand = Omit<ShellRecord, "logs" | "supervisor">;

type Kept = { readonly transcript: Transcript; readonly endedAt: number; readonly shell: ShellProcess | undefined };

/** The output of a session's commands, readable for a while after their results were given. */
export class CommandLogs {
  #kept: Kept[] = [];

  /** Keeps what has a file; and what is to be read by an id, wherever it is. */
  keep(transcript: Transcript, over?: OverCommand): void {
    transcript.close();
    if (transcript.paths.length === 0 && over === undefined) return;
    const shell = over === undefined ? undefined : ShellProcess.over(over, transcript);
    this.#kept.push({ transcript, endedAt: Date.now(), shell });
  }

  find(id: string): ShellProcess | undefined {
    return this.#kept.find(({ shell }) => shell?.id === id)?.shell;
  }

  /** Deletes those that ended before this time. */
  forget(before: number): void {
    for (const { transcript, endedAt } of this.#kept) if (endedAt <= before) transcript.remove();
    this.#kept = this.#kept.filter(({ endedAt }) => endedAt > before);
  }
}
