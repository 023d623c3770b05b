import { judge, type Mode, type Where } from "../policy/judge.ts";
import { joinRules, NO_RULES, type RuleSet } from "../policy/rules/user-rules.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Answer, Approver, Question } from "./approver.ts";
import { type ClearedCommand, trust } from "./cleared.ts";
import { type GrantScope, Grants, isRepeatable, lastingOf } from "./grants.ts";

/** What a gate is built with; everything but the places is optional. */
export type GateOptions = {
  readonly home: string;
  readonly workspace: string;
  readonly workspaces?: readonly string[];
  readonly mode?: Mode;
  readonly rules?: RuleSet;
  readonly approver?: Approver;
  readonly grants?: Grants;
};

/** A command that wants to run. */
export type Request = {
  readonly text: string;
  readonly cwd: string;
  readonly sessionId: string;
  /** The directories that belong to the work, where they are not the gate's own. */
  readonly workspaces?: readonly [string, ...string[]] | undefined;
  /** Who is asked about this one; the gate's own approver if not given. */
  readonly approver?: Approver | undefined;
  /** Loader and helper variables the session is known to have, beside those the gate has seen being set. */
  readonly variables?: ReadonlyMap<string, string>;
};

/** Who let a command through. */
export type ApprovedBy = "policy" | "grant" | Exclude<Answer, "deny">;

export type Clearance =
  | {
      readonly kind: "cleared";
      readonly command: ClearedCommand;
      readonly verdict: Verdict;
      readonly approvedBy: ApprovedBy;
    }
  | {
      readonly kind: "denied";
      readonly verdict: Verdict;
      readonly by: "policy" | "nobody" | "person";
      /** The person's own words. */
      readonly said?: string;
    };

/** Verdict + grants + approver → cleared or denied. The only maker of cleared commands for what a model sends. */
export interface Gate {
  /** `verdict` spares a second judgement where `judge` has just given one of this very request. */
  clear(request: Request, verdict?: Verdict): Promise<Clearance>;
  /** The verdict alone, with this session's rules and variables; nobody is asked and nothing is remembered. */
  judge(request: Request): Verdict;
  /** Forgets what was allowed in and set by a session. */
  forget(sessionId: string): void;
}

export function createGate(options: GateOptions): Gate {
  const grants = options.grants ?? new Grants();
  const remembered = new Map<string, Map<string, string>>();
  const variablesOf = (request: Request): ReadonlyMap<string, string> =>
    new Map([...(remembered.get(request.sessionId) ?? []), ...(request.variables ?? [])]);

  const verdictOn = (request: Request): Verdict =>
    judge(request.text, {
      ...whereOf(options, request),
      variables: variablesOf(request),
      rules: joinRules(options.rules ?? NO_RULES, grants.rules),
    });

  const cleared = (request: Request, verdict: Verdict, approvedBy: ApprovedBy): Clearance => {
    const set = remembered.get(request.sessionId) ?? new Map<string, string>();
    for (const { name, value } of verdict.sets ?? []) set.set(name, value ?? UNKNOWN_VALUE);
    if (set.size > 0) remembered.set(request.sessionId, set);
    return { kind: "cleared", command: trust(request.text), verdict, approvedBy };
  };

  const asked = async (request: Request, verdict: Verdict): Promise<Clearance> => {
    const scope: GrantScope = {
      text: request.text,
      cwd: request.cwd,
      sessionId: request.sessionId,
      variables: variablesOf(request),
    };
    if (grants.holds(scope)) return cleared(request, verdict, "grant");
    const approver = request.approver ?? options.approver;
    if (approver === undefined) return { kind: "denied", verdict, by: "nobody" };
    const question = questionOf(request, verdict);
    const { answer, ...words } = answerTo(question, await approver(question));
    if (answer === "deny") return { kind: "denied", verdict, by: "person", ...words };
    if (answer === "session") grants.rememberSession(scope);
    if (answer === "always") grants.rememberRules(verdict);
    return cleared(request, verdict, answer);
  };

  return {
    judge: verdictOn,
    forget: (sessionId) => {
      remembered.delete(sessionId);
      grants.forgetSession(sessionId);
    },
    clear: async (request, verdict = verdictOn(request)) => {
      switch (verdict.decision) {
        case "allow":
          return cleared(request, verdict, "policy");
        case "deny":
          return { kind: "denied", verdict, by: "policy" };
        case "ask":
          return asked(request, verdict);
      }
    },
  };
}

function whereOf({ home, workspace, workspaces = [], mode = "standard" }: GateOptions, request: Request): Where {
  const [first, ...others] = request.workspaces ?? [workspace, ...workspaces];
  return { cwd: request.cwd, home, workspace: first, workspaces: others, mode };
}

/** Set, but to what nobody can know: never a tame value. */
const UNKNOWN_VALUE = "\u0000unknown";

function questionOf(request: Request, verdict: Verdict): Question {
  const lasting = lastingOf(verdict);
  const answers: readonly Answer[] = [
    "once",
    ...(isRepeatable(verdict) ? (["session"] as const) : []),
    ...(lasting === undefined ? [] : (["always"] as const)),
    "deny",
  ];
  return {
    command: request.text,
    cwd: request.cwd,
    sessionId: request.sessionId,
    findings: verdict.findings,
    parts: verdict.parts,
    answers,
    ...(lasting === undefined ? {} : { always: lasting.map(({ pattern }) => `Bash(${pattern})`) }),
    ...(verdict.suggestion === undefined ? {} : { suggestion: verdict.suggestion }),
  };
}

/** What the user has answered, as far as it was offered, and the user's own words. */
function answerTo(
  { answers }: Question,
  reply: Awaited<ReturnType<Approver>>,
): { readonly answer: Answer; readonly said?: string } {
  const { answer, message } = typeof reply === "string" ? { answer: reply, message: undefined } : reply;
  return {
    answer: answers.includes(answer) ? answer : narrower(answer, answers),
    ...(message === undefined ? {} : { said: message }),
  };
}

/** A yes that was not offered counts as the widest yes that was; anything else as no. */
const narrower = (answer: string, offered: readonly Answer[]): Answer => {
  if (answer === "always" && offered.includes("session")) return "session";
  return answer === "always" || answer === "session" ? "once" : "deny";
};
