import { steadyMs } from "../../base/clock.ts";
import type { Transcript } from "../../output/transcript.ts";
import { ShellProcess } from "./shell-process.ts";
import type { ShellRecord } from "./shell-record.ts";

/** A finished command of a session, as a shell that can be read. */
export type OverCommand = Omit<ShellRecord, "logs" | "supervisor">;

type Kept = { readonly transcript: Transcript; readonly endedAt: number; readonly shell: ShellProcess | undefined };

/** Keeps the output of a session's commands readable for a while after their results. */
export class CommandLogs {
  #kept: Kept[] = [];

  /** Keeps a transcript that has a file, and any transcript that is read by an id. */
  keep(transcript: Transcript, over?: OverCommand): void {
    transcript.close();
    if (transcript.paths.length === 0 && over === undefined) return;
    const shell = over === undefined ? undefined : ShellProcess.over(over, transcript);
    this.#kept.push({ transcript, endedAt: steadyMs(), shell });
  }

  find(id: string): ShellProcess | undefined {
    return this.#kept.find(({ shell }) => shell?.id === id)?.shell;
  }

  /** Deletes the logs of commands that ended before this time, by the clock that does not jump. */
  forget(before: number): void {
    for (const { transcript, endedAt } of this.#kept) if (endedAt <= before) transcript.remove();
    this.#kept = this.#kept.filter(({ endedAt }) => endedAt > before);
  }
}
