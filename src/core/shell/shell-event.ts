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
  | { readonly kind: "shell-lost"; readonly id: ShellId; readonly sessionId: string; readonly command: string };
