import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellEvent } from "../../core/shell/shell-event.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import { Outflow } from "../../core/wire/outflow.ts";
import type { Wire } from "../../core/wire/wire.ts";
import type { WorkerEvent } from "../machines/machine-messages.ts";

/** Streams of shells; those of calls are numbered by the gateway, below. */
const FIRST_STREAM = 2 ** 31;

/** Which of the two a piece of output belongs to. */
export const TAGS = ["stdout", "stderr"] as const;

/** The bytes of one message of output. */
export const taggedBytes = (bytes: Buffer, tag: number): Buffer => Buffer.concat([Buffer.of(tag), bytes]);

type Outlet = { readonly outflow: Outflow; readonly shell: ShellProcess };

/** Tells the gateway of background shells and passes on what they print, so that it is there when the worker is lost. */
export class ShellOutlets {
  readonly #wire: Wire;
  readonly #shells: ShellManager;
  readonly #outlets = new Map<string, Outlet>();
  readonly #byStream = new Map<number, Outflow>();
  #next = FIRST_STREAM;

  constructor(wire: Wire, shells: ShellManager) {
    this.#wire = wire;
    this.#shells = shells;
  }

  /** The gateway has taken so much of a stream. */
  grant(stream: number, bytes: number): void {
    this.#byStream.get(stream)?.grant(bytes);
  }

  heard(event: ShellEvent): void {
    const shell = "id" in event ? this.#shells.getShell(event.id) : undefined;
    if (shell === undefined) return;
    if (event.kind === "shell-started") this.#started(shell);
    if (event.kind === "shell-ended") void this.#ended(shell);
  }

  end(): void {
    for (const { outflow } of this.#outlets.values()) outflow.end();
  }

  #started(shell: ShellProcess): void {
    const stream = this.#next++;
    const { id, sessionId, command, description, workingDir: cwd, transcript } = shell;
    this.#tell({ kind: "shell-started", id, sessionId, command, description, cwd, stream });
    const outflow = new Outflow((bytes, tag) => this.#wire.send("output", stream, taggedBytes(bytes, tag)));
    this.#outlets.set(id, { outflow, shell });
    this.#byStream.set(stream, outflow);
    // A command that was handed over has printed before.
    const before = transcript.read({ raw: true, maxChars: Number.MAX_SAFE_INTEGER });
    TAGS.forEach((name, tag) => before[name] !== "" && outflow.push(Buffer.from(before[name]), tag));
    transcript.liveBytes(({ stream: name, bytes }) => outflow.push(bytes, TAGS.indexOf(name)));
  }

  async #ended(shell: ShellProcess): Promise<void> {
    await this.#outlets.get(shell.id)?.outflow.drained();
    const { id, exitCode = -1, signal } = shell;
    const { status } = shell;
    if (status !== "pending" && status !== "running") this.#tell({ kind: "shell-ended", id, status, exitCode, signal });
  }

  #tell(event: WorkerEvent): void {
    this.#wire.send("event", 0, event);
  }
}
