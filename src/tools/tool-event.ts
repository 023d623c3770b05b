import type { ShellId } from "../core/base/ids.ts";
import type { Answer, QuestionView, RefusedBy } from "../core/permission/approver.ts";
import type { ApprovedBy } from "../core/permission/gate.ts";
import type { Finding } from "../core/policy/verdict.ts";
import type { Containment } from "../core/sandbox/sandbox.ts";
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
       * (`person`), or why there was no answer.
       */
      readonly by: ApprovedBy | RefusedBy;
    }
  /** A model typed into a background shell, or wanted to. */
  | {
      readonly kind: "input";
      readonly id: ShellId;
      readonly sessionId: string;
      /** The beginning of a long one. */
      readonly input: string;
      readonly bytes: number;
      readonly decision: "allow" | "ask" | "deny";
      readonly findings: readonly Finding[];
      readonly cleared: boolean;
      readonly by: ApprovedBy | RefusedBy;
    }
  /** How much is contained: with the first command, and whenever it changes. */
  | { readonly kind: "containment"; readonly level: Containment["level"]; readonly reasons: readonly string[] }
  /** A question was put: `question` is its id. */
  | {
      readonly kind: "question";
      readonly question: string;
      readonly sessionId: string;
      readonly command: string;
      readonly cwd: string;
      readonly findings: readonly Finding[];
    }
  /** A question was settled: by an answer, or because none came in time or the caller wanted none any more. */
  | {
      readonly kind: "answer";
      readonly question: string;
      readonly sessionId: string;
      readonly command: string;
      readonly state: Exclude<QuestionView["state"], "open">;
      readonly answer?: Answer;
      /** Where it was given. */
      readonly via?: string;
      readonly message?: string;
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
    };

/** A question that was put or settled, as an event. */
export function questionEvent({ id, session, command, cwd, findings, ...view }: QuestionView): ToolEvent {
  const about = { question: id, sessionId: session, command };
  const { state, answer, answeredBy, message } = view;
  if (state === "open") return { kind: "question", ...about, cwd, findings };
  return {
    kind: "answer",
    ...about,
    state,
    ...(answer === undefined ? {} : { answer }),
    ...(answeredBy === undefined ? {} : { via: answeredBy }),
    ...(message === undefined ? {} : { message }),
  };
}

export type ToolkitEvent = ShellEvent | ToolEvent;
