import type { ShellId } from "../base/ids.ts";
import type { ShellStatus } from "./background/shell-status.ts";

/** What happens to background shells, for listeners. */
export type ShellEvent =
  | {
      readonly kind: "shell-started";
      readonly id: ShellId;
      readonly sessionId: string;
      readonly command: string;
      readonly cwd: string;
    }
  | {
      readonly kind: "shell-ended";
      readonly id: ShellId;
      readonly sessionId: string;
      readonly status: ShellStatus;
      readonly exitCode: number | undefined;
      readonly durationMs: number;
      readonly bytes: number;
    }
  /** A program in it began to wait for input; `canBeTyped`: what is typed into the shell reaches it. Not in the journal. */
  | {
      readonly kind: "shell-waits";
      readonly id: ShellId;
      readonly sessionId: string;
      readonly program: string;
      readonly canBeTyped: boolean;
    }
  /** Lines of the journal could not be written. Said once, until one can be. */
  | { readonly kind: "journal-failed"; readonly sentence: string }
  /** They can be again; so many are missing. */
  | { readonly kind: "journal-resumed"; readonly sentence: string; readonly missed: number }
  /** A user or a model ended it. */
  | { readonly kind: "shell-killed"; readonly id: ShellId; readonly sessionId: string; readonly signal: string }
  /** The user typed into it; what, is told to nobody. */
  | { readonly kind: "shell-typed"; readonly id: ShellId; readonly sessionId: string; readonly bytes: number }
  | { readonly kind: "shell-lost"; readonly id: ShellId; readonly sessionId: string; readonly command: string };
