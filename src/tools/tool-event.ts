import type { RefusedBy } from "../core/permission/approver.ts";
import type { ApprovedBy } from "../core/permission/gate.ts";
import type { Finding } from "../core/policy/verdict.ts";
import type { ShellEvent } from "../core/shell/shell-event.ts";

/** Events of tools. Shells have their own (`ShellEvent`). */
export type ToolEvent =
  | {
      readonly kind: "verdict";
      readonly sessionId: string;
      readonly command: string;
      readonly cwd: string;
      readonly decision: "allow" | "ask" | "deny";
      readonly findings: readonly Finding[];
      /** Whether the gate let the command through. */
      readonly cleared: boolean;
      /**
       * What decided: the policy, an earlier grant, the approver's yes (`once`, `session`, `always`), the user's no
       * (`person`), the client, which declined by itself, no answer so far (`unanswered`), or `nobody` where nobody can be
       * asked.
       */
      readonly by: ApprovedBy | RefusedBy;
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
