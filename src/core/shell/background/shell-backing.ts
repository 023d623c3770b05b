import { Turnstile } from "../../base/turnstile.ts";
import type { Transcript } from "../../output/transcript.ts";
import type { Exit } from "../../process/ending.ts";
import type { Fifo } from "../../process/fifo.ts";
import type { Identity } from "../../process/identity.ts";
import type { ShellTerminal } from "../terminal/shell-terminal.ts";
import type { ShellInput } from "./shell-input.ts";
import type { ShellStatus } from "./shell-status.ts";

/** When many shells end at once, the host does other things between their ends: each writes its record. */
export const ENDS: Turnstile = new Turnstile();

/** What runs behind a background shell: a bash of its own, or a session's bash that was handed over. */
export interface Backing {
  readonly transcript: Transcript;
  /** The host's child process above everything else of the shell. */
  readonly supervisor: Identity;
  /** The bash that runs the command, or ran it; undefined when it ended at once, or is a session's again. */
  readonly shell: Identity | undefined;
  /** Settles when the command itself has ended; what it left running may still print. */
  readonly ended: Promise<Exit>;
  /** Names of what a bash of its own could not take over from its session, or not as it was. */
  readonly notKept?: readonly string[];
  /** What its standard input is fed with; undefined where that was given with the command, or is nothing at all. */
  readonly input?: ShellInput | undefined;
  /** Its terminal, where it was given one. */
  readonly terminal?: ShellTerminal | undefined;
  /** Of a shell that runs on another machine: its name, and the last status there, which counts in place of the exit's. */
  readonly machine?: string;
  readonly endedAs?: () => ShellStatus | undefined;
  /** Every live process that belongs to the command, and no other. */
  processes(): readonly Identity[];
  /**
   * Closes descriptors and the supervisor: at once, with whatever runs below it, or only if no process of another
   * command hangs on it.
   */
  close(how: "now" | "if-alone"): Promise<void>;
}

/** The survivors of a kill: processes that the kernel did not end. */
export type KillReport = { readonly survivors: readonly number[] };

/** Gives the log files' descriptors back when the last writer is gone: nothing more can be printed. */
export function closeWithLastWriter(transcript: Transcript, fifos: readonly Fifo[]): void {
  let open = fifos.length;
  for (const fifo of fifos) {
    fifo.onEnd = () => {
      open -= 1;
      if (open > 0) return;
      transcript.spill(); // what a session handed over may be in memory alone
      transcript.finish();
      transcript.close();
    };
  }
}
