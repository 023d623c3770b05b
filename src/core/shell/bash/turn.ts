import type { Limits } from "../../base/limits.ts";
import type { StartDirectory } from "../../files/working-directory.ts";
import type { Exit } from "../../process/ending.ts";
import type { SavedShell } from "../saved-shell.ts";
import type { BashAnswer } from "./answer.ts";
import type { Loss } from "./bash-pipe.ts";
import type { ProgramDir } from "./program-dir.ts";
import type { EndOptions, Streams } from "./script-lines.ts";

/** What bash must do next. */
export type Turn =
  | {
      readonly kind: "run";
      readonly text: string;
      readonly in: string | undefined;
      readonly out: string;
      readonly err: string;
    }
  /** `look`: the status tells whether bash is in this directory. */
  | { readonly kind: "cd" | "look"; readonly directory: string }
  | { readonly kind: "export"; readonly variables: ReadonlyMap<string, string> }
  | { readonly kind: "save" };

/**
 * What came of a turn: an answer, or the end of the shell. `saved`: it said its state on the way out. `loss`: nacre ended
 * it, because it could not be used or believed any more.
 */
export type TurnReply =
  | { readonly kind: "answer"; readonly answer: BashAnswer }
  | {
      readonly kind: "exit";
      readonly exit: Exit;
      readonly saved: boolean;
      readonly loss: Loss | undefined;
      /** Whether the text, or the first piece of it, can have begun. */
      readonly hasBegun: boolean;
    };

export type Ended = Extract<TurnReply, { kind: "exit" }>;

/** What a connection to a session's bash starts from. */
export type LinkStart = {
  readonly runtimeDir: string;
  readonly saved: Pick<SavedShell, "state" | "after">;
  /** Where bash may start, best first. */
  readonly places: readonly [StartDirectory, ...StartDirectory[]];
  readonly programs: ProgramDir;
  readonly limits: Pick<Limits, "fileBytes">;
  /** Whether its texts read an open pipe where they are given no input. */
  readonly takesInput?: boolean | undefined;
};

/** The streams of one turn: those that it opens, if any, and what becomes of them at its end. */
export type TurnStreams = { readonly streams: Streams | undefined } & Pick<EndOptions, "given" | "keepsStreams">;
