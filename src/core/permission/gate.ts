import { judge, type Mode, type Where } from "../policy/judge.ts";
import { joinRules, NO_RULES, type RuleSet } from "../policy/rules/user-rules.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Answer, Approver, Question } from "./approver.ts";
import { type ClearedCommand, trust } from "./cleared.ts";
import { type GrantScope, Grants, isRepeatable, lastingOf } from "./grants.ts";

/** The options of a gate; all but the directories are optional. */
export type GateOptions = {
  readonly home: string;
  readonly workspace: string;
  readonly workspaces?: readonly string[];
  readonly mode?: Mode;
  readonly rules?: RuleSet;
  readonly approver?: Approver;
  readonly grants?: Grants;
};

/** A command that a model wants to run. */
export type Request = {
  readonly text: string;
  readonly cwd: string;
  readonly sessionId: string;
  /** The workspaces of this command, where they differ from the gate's. */
  readonly workspaces?: readonly [string, ...string[]] | undefined;
  /** The approver for this command; the gate's own by default. */
  readonly approver?: Approver | undefined;
  /** Loader and helper variables that the session is known to have, beside those that the gate saw a command set. */
  readonly variables?: ReadonlyMap<string, string>;
};

/** What let a command through. */
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
      /** The approver's own words. */
      readonly said?: string;
    };

/** Verdict + grants + approver → cleared or denied. The only maker of cleared commands for what a model sends. */
export interface Gate {
  /** Pass `verdict` where `judge` has just judged the same request: it spares a second judgement. */
  clear(request: Request, verdict?: Verdict): Promise<Clearance>;
  /** The verdict alone, with this session's rules and variables; asks no approver and remembers nothing. */
  judge(request: Request): Verdict;
  /** Forgets a session's grants and the variables that its commands set. */
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

/** The value of a variable that was set to something unknown: never counts as harmless. */
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

/** The approver's answer, narrowed to what was offered, and the approver's own words. */
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

/** A yes that was not offered counts as the widest yes that was; anything else counts as no. */
const narrower = (answer: string, offered: readonly Answer[]): Answer => {
  if (answer === "always" && offered.includes("session")) return "session";
  return answer === "always" || answer === "session" ? "once" : "deny";
};
