import { steadyMs } from "../../base/clock.ts";
import type { Limits } from "../../base/limits.ts";
import type { Transcript } from "../../output/transcript.ts";
import { surplusOf } from "./shell-caps.ts";
import { ShellProcess } from "./shell-process.ts";
import type { ShellRecord } from "./shell-record.ts";

/** A finished command of a session, as a shell that can be read. */
export type OverCommand = Omit<ShellRecord, "logs" | "supervisor">;

type Kept = { readonly transcript: Transcript; readonly endedAt: number; readonly shell: ShellProcess | undefined };

/** Keeps the output of a session's commands readable for a while after their results. */
export class CommandLogs {
  readonly #limits: () => Pick<Limits, "totalLogBytes" | "logBytes">;
  #kept: readonly Kept[] = [];

  constructor(limits: () => Pick<Limits, "totalLogBytes" | "logBytes">) {
    this.#limits = limits;
  }

  /** Keeps a transcript that has a file, and any transcript that is read by an id. */
  keep(transcript: Transcript, over?: OverCommand): void {
    transcript.close();
    if (transcript.paths.length === 0 && over === undefined) return;
    const shell = over === undefined ? undefined : ShellProcess.over(over, transcript);
    this.#kept = [...this.#kept, { transcript, endedAt: steadyMs(), shell }];
    this.#remove(surplusOf(this.#kept, this.#limits()));
  }

  find(id: string): ShellProcess | undefined {
    return this.#kept.find(({ shell }) => shell?.id === id)?.shell;
  }

  /** Deletes the logs of commands that ended before this time, by the clock that does not jump. */
  forget(before: number): void {
    this.#remove(this.#kept.filter(({ endedAt }) => endedAt <= before));
  }

  #remove(some: readonly Kept[]): void {
    for (const { transcript } of some) transcript.remove();
    if (some.length > 0) this.#kept = this.#kept.filter((one) => !some.includes(one));
  }
}
