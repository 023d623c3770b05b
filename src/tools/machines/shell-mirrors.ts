import { sessionIdOf, shellIdOf } from "../../core/base/ids.ts";
import { stampNow } from "../../core/base/stamp.ts";
import type { LiveBytes, Transcript } from "../../core/output/transcript.ts";
import type { ClearedCommand } from "../../core/permission/cleared.ts";
import { type Exit, KILLED } from "../../core/process/ending.ts";
import type { Identity } from "../../core/process/identity.ts";
import type { ShellStatus } from "../../core/shell/background/shell-status.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import { WireProblem } from "../../core/wire/wire.ts";
import type { WorkerEvent } from "./machine-messages.ts";

type Started = Extract<WorkerEvent, { kind: "shell-started" }>;
type Ended = Extract<WorkerEvent, { kind: "shell-ended" }>;

export type MirrorSetup = {
  readonly shells: ShellManager;
  readonly machine: string;
  readonly launcher: () => Identity;
  readonly clearedAs: (text: string) => ClearedCommand | undefined;
  readonly isOwn: (sessionId: string) => boolean;
  /** Ends a shell there. */
  readonly kill: (id: string) => Promise<unknown>;
  readonly onStart: (id: string, sessionId: string) => void;
};

type Mirror = {
  readonly transcript: Transcript;
  readonly end: (exit: Exit, status: ShellStatus) => void;
  isRunning: boolean;
};

/**
 * The background shells of one worker, as shells of this host: `nacre ps`, `logs`, `kill` and the page know them, and
 * what they printed can be read when the worker is gone.
 */
export class ShellMirrors {
  readonly #setup: MirrorSetup;
  readonly #mirrors = new Map<string, Mirror>();
  readonly #byStream = new Map<number, Mirror>();

  constructor(setup: MirrorSetup) {
    this.#setup = setup;
  }

  has(id: string): boolean {
    return this.#mirrors.has(id);
  }

  get isAnyRunning(): boolean {
    return [...this.#mirrors.values()].some(({ isRunning }) => isRunning);
  }

  output(stream: number, { stream: name, bytes }: LiveBytes): void {
    this.#byStream.get(stream)?.transcript.append(name, Buffer.from(bytes));
  }

  started(event: Started): void {
    const { id, command: text, sessionId, cwd, description, stream } = event;
    const { shells, machine, launcher, clearedAs, isOwn, onStart } = this.#setup;
    const command = clearedAs(text);
    if (command === undefined || !isOwn(sessionId)) throw new WireProblem("a shell that was not cleared");
    if (shells.getShell(id) !== undefined) throw new WireProblem("a shell of this id is known");
    const transcript = shells.createTranscript(id);
    let status: ShellStatus | undefined;
    let settle: (exit: Exit) => void = () => undefined;
    const ended = new Promise<Exit>((resolve) => {
      settle = resolve;
    });
    const mirror: Mirror = {
      transcript,
      isRunning: true,
      end: (exit, as) => {
        status ??= as;
        mirror.isRunning = false;
        settle(exit);
      },
    };
    this.#mirrors.set(id, mirror);
    this.#byStream.set(stream, mirror);
    shells.adopt(
      command,
      {
        sessionId: sessionIdOf(sessionId),
        workingDir: cwd,
        ...(description === undefined ? {} : { description }),
      },
      {
        id: shellIdOf(id),
        started: stampNow(),
        backing: {
          transcript,
          machine,
          supervisor: launcher(),
          shell: undefined,
          ended,
          endedAs: () => status,
          processes: () => [],
          close: async () => this.#close(id, mirror),
        },
      },
    );
    onStart(id, sessionId);
  }

  ended({ id, status, exitCode, signal }: Ended): void {
    const exit: Exit =
      signal === undefined
        ? { kind: "exited", exitCode }
        : { kind: "signaled", signal: signal as NodeJS.Signals, exitCode };
    this.#mirrors.get(id)?.end(exit, status);
  }

  /** The worker is gone: what ran is lost. */
  lost(status: "lost" | "killed"): void {
    for (const mirror of this.#mirrors.values()) mirror.end(KILLED, status);
  }

  async #close(id: string, mirror: Mirror): Promise<void> {
    if (!mirror.isRunning) return;
    await this.#setup.kill(id).catch(() => undefined); // the worker is gone, and the shell with it
    mirror.end(KILLED, "killed");
  }
}
