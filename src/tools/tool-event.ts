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
      /** What decided: the policy, an earlier grant, the approver's answer (`once`, `session`, `always`; `person` for a no), or `nobody` where there is no approver. */
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
