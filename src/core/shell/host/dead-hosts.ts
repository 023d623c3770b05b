import { steadyMs } from "../../base/clock.ts";
import { FINISHED_SHELL_TTL_SECONDS } from "../../base/limits.ts";
import { doAtOnce, doInSlices, type Steps } from "../../base/slices.ts";
import { isOwn } from "../../files/make-directory.ts";
import { checkProc } from "../../process/identity.ts";
import { ShellProcess } from "../background/shell-process.ts";
import { agesOf, type ShellRecord } from "../background/shell-record.ts";
import type { ShellEvent } from "../shell-event.ts";
import { endedShell } from "./ended-shells.ts";
import { recovery } from "./recovery.ts";

/** What dead hosts left on a state directory. Clearing up is done once at a time: one caller finishes what another began. */
export class DeadHosts {
  readonly #stateDir: string;
  readonly #announce: (event: ShellEvent) => void;
  #clearing: Steps<void> | undefined;
  #forgotten = Number.NEGATIVE_INFINITY;

  constructor(stateDir: string, announce: (event: ShellEvent) => void) {
    this.#stateDir = stateDir;
    this.#announce = announce;
  }

  /** Clears up in slices. Throws at once where no host could be seen to live. */
  clear(): Promise<void> {
    checkProc();
    return doInSlices(this.#steps());
  }

  /** A shell that ran when its host died, for an hour; clears up at once, unless that is done. */
  shell(id: string): ShellProcess | undefined {
    doAtOnce(this.#steps());
    // A record says where its logs are: another user's could name any file.
    const record = isOwn(this.#stateDir) ? endedShell(this.#stateDir, id) : undefined;
    const { endedMsAgo = 0 } = record === undefined ? {} : agesOf(record);
    const isKept = endedMsAgo <= FINISHED_SHELL_TTL_SECONDS * 1000 && steadyMs() - endedMsAgo > this.#forgotten;
    return record?.left === true && isKept ? ShellProcess.left(record) : undefined;
  }

  /** Those that ended before this time, by the clock that does not jump, are not found any more. */
  forget(before: number): void {
    this.#forgotten = Math.max(this.#forgotten, before);
  }

  /** The same for a caller that can wait. */
  async find(id: string): Promise<ShellProcess | undefined> {
    await this.clear();
    return this.shell(id);
  }

  #steps(): Steps<void> {
    this.#clearing ??= this.#clear();
    return this.#clearing;
  }

  *#clear(): Steps<void> {
    let left: readonly ShellRecord[] = [];
    try {
      left = yield* recovery(this.#stateDir);
    } finally {
      this.#clearing = undefined;
    }
    for (const { id, sessionId, command, status } of left) {
      if (status === "lost") this.#announce({ kind: "shell-lost", id, sessionId, command });
    }
  }
}
