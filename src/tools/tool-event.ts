import type { ApprovedBy } from "../core/permission/gate.ts";
import type { Finding } from "../core/policy/verdict.ts";
import type { ShellEvent } from "../core/shell/shell-event.ts";

/** What tools do, for listeners. Shells speak for themselves (`ShellEvent`). */
export type ToolEvent =
  | {
      readonly kind: "verdict";
      readonly sessionId: string;
      readonly command: string;
      readonly cwd: string;
      readonly decision: "allow" | "ask" | "deny";
      readonly findings: readonly Finding[];
      /** Whether it was let through in the end. */
      readonly cleared: boolean;
      /** Who decided: the policy, an earlier grant, what an approver answered (`once`, `session`, `always`; `person` for a no), or nobody. */
      readonly by: ApprovedBy | "nobody" | "person";
    }
  | { readonly kind: "command-started"; readonly sessionId: string; readonly command: string; readonly cwd: string }
  | {
      readonly kind: "command-ended";
      readonly sessionId: string;
      readonly command: string;
      readonly ending: string;
      readonly exitCode: number | null;
      readonly durationMs: number;
      readonly bytes: number;
    }
  | { readonly kind: "shell-killed"; readonly id: string; readonly sessionId: string; readonly signal: string };

export type ToolkitEvent = ShellEvent | ToolEvent;
