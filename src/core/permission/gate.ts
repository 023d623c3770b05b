import { isFault } from "../base/fault.ts";
import type { Wall } from "../base/wall.ts";
import { judge, type Mode, type Where } from "../policy/judge.ts";
import type { GivenStdin } from "../policy/read/given-stdin.ts";
import { withBashLineEnds } from "../policy/read/line-ends.ts";
import { joinRules, NO_RULES, type RuleSet, type UserRule } from "../policy/rules/user-rules.ts";
import type { SessionKnowledge } from "../policy/session/session-knowledge.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Answer, Approver, RefusedBy } from "./approver.ts";
import { type Asked, questionsOf } from "./asked-part.ts";
import { type ClearedCommand, trust } from "./cleared.ts";
import { type GrantScope, Grants } from "./grants.ts";
import { keptRuleOf } from "./kept-rule.ts";
import { rulesFor } from "./offer.ts";
import { type Ground, PassedTexts } from "./passed-texts.ts";
import { type Asking, consult, type LossLookup, type Settled } from "./question.ts";
import { type OpenQuestion, Questions } from "./questions.ts";
import { type AskedSession, type FileReader, SessionMemory } from "./session-memory.ts";
import { SessionRules } from "./session-rules.ts";
import type { UserRulesStore } from "./user-rules-store.ts";

/** The options of a gate; all but the directories are optional. */
export type GateOptions = {
  readonly home: string;
  readonly workspace: string;
  readonly workspaces?: readonly string[];
  readonly mode?: Mode;
  readonly rules?: RuleSet;
  readonly approver?: Approver;
  /** Where questions are put; the gate's own if not given. */
  readonly questions?: Questions;
  /** The user's own rules on disk, where an answer `always` is kept too; without them it is kept in memory. */
  readonly userRules?: UserRulesStore | undefined;
  /** The user's rules for one session each. */
  readonly sessionRules?: SessionRules;
  readonly grants?: Grants;
  /** Looks up what a command that is asked about would lose, on this machine. */
  readonly lookUpLoss?: LossLookup | undefined;
  /** Reads the files that a command would run and its session wrote; without it their code is not known. */
  readonly readFile?: FileReader;
};

/** A command that a model wants to run. */
export type Request = {
  readonly text: string;
  readonly cwd: string;
  /** What the caller puts on the command's standard input; nothing by default. */
  readonly stdin?: GivenStdin | undefined;
  /** Whether bash was asked and can read the text. */
  readonly isReadByBash?: boolean;
  readonly sessionId: string;
  /** The client that calls, where there are several: what is allowed from now on is allowed to it alone. */
  readonly client?: string | undefined;
  /** The sandbox that the command would run in; none by default. */
  readonly wall?: Wall | undefined;
  /** The workspaces of this command, where they differ from the gate's. */
  readonly workspaces?: readonly [string, ...string[]] | undefined;
  /** The approver for this command; the gate's own by default. */
  readonly approver?: Approver | undefined;
  /** How long the caller waits for an answer, the question it goes on from, and what tries the command. */
  readonly asking?: Pick<Asking, "patienceMs" | "signal" | "earlier" | "tryOut"> | undefined;
  /** Loader and helper variables that the session is known to have, beside those that the gate saw a command set. */
  readonly variables?: ReadonlyMap<string, string>;
  /** The session, where it can be asked what it holds. */
  readonly session?: AskedSession | undefined;
  /** Where the session runs elsewhere: the home there, and what reads its files. */
  readonly home?: string | undefined;
  readonly readFile?: FileReader | undefined;
  /** What is known of the session: `judge` puts it here. */
  readonly known?: SessionKnowledge;
};

/** A request with all that its verdict rests on. */
type Judged = { readonly request: Request; readonly verdict: Verdict };

/** What let a command through. */
export type ApprovedBy = "policy" | "grant" | Exclude<Answer, "deny" | "try">;

export type Clearance =
  | {
      readonly kind: "cleared";
      readonly command: ClearedCommand;
      readonly verdict: Verdict;
      readonly approvedBy: ApprovedBy;
      /** Why an answer `always` is kept only until nacre ends. */
      readonly ruleProblem?: string;
    }
  | {
      readonly kind: "denied";
      readonly verdict: Verdict;
      readonly by: "policy" | RefusedBy;
      /** The approver's own words. */
      readonly said?: string;
      /** Lines for a rules file that would let it through, where the user did not say no. */
      readonly rules?: readonly string[];
    }
  | {
      /** The caller waits no longer, and the question is open. */
      readonly kind: "waiting";
      readonly verdict: Verdict;
      readonly question: OpenQuestion;
      /** As with `denied`, for a question that comes to nothing. */
      readonly rules: readonly string[];
      /** Whether the answer comes with another call of the same client. */
      readonly isLater: boolean;
    };

/** Verdict + grants + approver → cleared or denied. The only maker of cleared commands for what a model sends. */
export interface Gate {
  /** Pass what `judge` has just said: it spares a second judgement. */
  clear(request: Request, verdict?: Verdict): Promise<Clearance>;
  /**
   * The verdict alone, with this session's rules and what is known of the session: it is asked for its state, and files are
   * read, only where the verdict rests on them. Asks no approver and remembers no command.
   * `isToClear`: the caller clears what is allowed outright, and nothing else comes first. A gate that is asked from
   * elsewhere then does both at once.
   */
  judge(request: Request, isToClear?: boolean): Promise<Judged>;
  /** Forgets a session's grants and rules, and what its commands did. */
  forget(sessionId: string): void;
}

export function createGate(options: GateOptions): Gate {
  const grants = options.grants ?? new Grants();
  const { questions: toPut = new Questions(), sessionRules = new SessionRules(), userRules } = options;
  /** The user's rules, as they were before the last judgement. */
  let users = userRules?.current() ?? NO_RULES;
  const memory = new SessionMemory(options.readFile);
  const passed = new PassedTexts();
  const variablesOf = (request: Request): ReadonlyMap<string, string> =>
    new Map([...memory.variablesOf(request.sessionId), ...(request.variables ?? [])]);

  const rulesNow = (request: Request): Ground["rules"] => [users, ...rulesHeld(request, { sessionRules, grants })];

  const verdictOn = (request: Request, more: readonly UserRule[] = []): Verdict =>
    judge(request.text, {
      ...whereOf(options, request),
      variables: variablesOf(request),
      rules: joinRules(options.rules ?? NO_RULES, ...rulesNow(request), { ...NO_RULES, rules: more }),
    });

  const judgeWell = async (given: Request): Promise<Judged> => {
    users = userRules?.current() ?? NO_RULES;
    return judgedWith(memory, given, (request) =>
      passed.verdict(groundOf(request, rulesNow(request)), () => verdictOn(request)),
    );
  };

  const cleared = (request: Request, verdict: Verdict, approvedBy: ApprovedBy): Clearance => {
    memory.note(request.sessionId, request.session, verdict);
    return { kind: "cleared", command: trust(withBashLineEnds(request.text), verdict.decision), verdict, approvedBy };
  };

  const asked = async (request: Request, verdict: Verdict): Promise<Clearance> => {
    const { text, cwd, stdin, sessionId } = request;
    const scope: GrantScope = { text, cwd, stdin, sessionId, variables: variablesOf(request) };
    const questions = questionsOf(verdict);
    if (grants.holds(scope, questions)) return cleared(request, verdict, "grant");
    const about = askedOf({ request, verdict }, verdictOn);
    const { tryOut, ...asking } = askingOf({ ...options, questions: toPut }, request, scope);
    const tries = tryOut !== undefined && isTriable(request, verdictOn) ? { tryOut } : {};
    const consulted = await consult({ ...asking, ...tries }, about, sessionId);
    if (consulted.kind === "waiting") return { ...consulted, verdict, rules: rulesFor(about) };
    if (consulted.answer === "deny") return denied(about, consulted);
    if (consulted.answer === "session") grants.rememberSession(scope, questions);
    const kept = keepRules(consulted, { userRules, grants, client: request.client });
    return { ...cleared(request, verdict, consulted.answer), ...kept };
  };

  return {
    judge: judgeWell,
    forget: (sessionId) => {
      for (const one of [memory, grants, sessionRules, toPut]) one.forget(sessionId);
    },
    clear: async (given, said) => {
      const { request, verdict } = said === undefined ? await judgeWell(given) : { request: given, verdict: said };
      if (verdict.decision === "ask") return asked(request, verdict);
      if (verdict.decision === "allow") return cleared(request, verdict, "policy");
      return { kind: "denied", verdict, by: "policy" };
    },
  };
}

/** What the user allowed and denied in this session, and from now on in answers to this client. */
const rulesHeld = (
  { sessionId, client }: Request,
  { sessionRules, grants }: { readonly sessionRules: SessionRules; readonly grants: Grants },
): readonly [RuleSet, RuleSet] => [sessionRules.rulesOf(sessionId), grants.rulesOf(client)];

const BEHIND_A_WALL: Wall = { writable: [], network: "off" };

/** Whether a try would show what is asked about: behind its wall the questions that are left are about the workspace. */
const isTriable = (request: Request, verdictOn: (request: Request) => Verdict): boolean =>
  verdictOn({ ...request, wall: BEHIND_A_WALL }).decision === "ask" &&
  verdictOn({ ...request, wall: { ...BEHIND_A_WALL, isTry: true } }).decision === "allow";

const askedOf = (
  { request, verdict }: Judged,
  verdictOn: (request: Request, rules: readonly UserRule[]) => Verdict,
): Asked => ({
  text: withBashLineEnds(request.text),
  cwd: request.cwd,
  stdin: request.stdin,
  verdict,
  decide: (text, rules) => verdictOn({ ...request, text }, rules).decision,
});

/**
 * Who is asked about a request. What it would lose is looked up only where git means what it means in any other shell: on
 * this machine, with no variable that says otherwise.
 */
function askingOf(
  { questions, userRules, lookUpLoss, ...options }: GateOptions & Pick<Asking, "questions">,
  { approver = options.approver, asking, home, readFile }: Request,
  { variables }: GrantScope,
): Asking {
  const isPlain = ![...variables.keys()].some((name) => name.startsWith("GIT_"));
  const isHere = home === undefined && readFile === undefined && isPlain;
  const who = { approver, questions, keepsRules: userRules !== undefined };
  return { ...who, ...(isHere ? { lookUpLoss } : {}), ...asking };
}

/** Keeps the rules of an answer `always`: on disk, or in memory where that cannot be, with the reason. */
function keepRules(
  { answer, rules, reply = { answer: "always" } }: Settled,
  { userRules, grants, client }: { userRules: UserRulesStore | undefined; grants: Grants; client: string | undefined },
): { readonly ruleProblem?: string } {
  if (answer !== "always") return {};
  try {
    if (userRules === undefined) grants.rememberRules(rules, client);
    else for (const rule of rules) userRules.add(reply.scope ?? "workspace", keptRuleOf(rule, reply));
    return {};
  } catch (error) {
    if (!isFault(error)) throw error;
    grants.rememberRules(rules, client);
    return { ruleProblem: error.message };
  }
}

/** Judges, and once more with what the verdict lacked. */
async function judgedWith(
  memory: SessionMemory,
  asked: Request,
  verdictOn: (request: Request) => Verdict,
): Promise<Judged> {
  let request = { ...asked, known: await memory.knownOf(asked.sessionId, asked.session) };
  let verdict = verdictOn(request);
  for (let round = 0; verdict.needs !== undefined && round < MAX_ROUNDS; round++) {
    request = { ...request, known: await memory.learn(request.known, verdict.needs, request) };
    verdict = verdictOn(request);
  }
  return { request, verdict };
}

/** What the verdict on a request rests on, beside the gate's own options. Undefined where that hardly comes again. */
function groundOf(request: Request, rules: Ground["rules"]): Ground | undefined {
  const { text, cwd, isReadByBash = false, home = "", workspaces = [], known, wall, stdin, variables } = request;
  if (known === undefined || stdin !== undefined || variables !== undefined) return undefined;
  return { text, words: [cwd, isReadByBash, home, ...workspaces], known, rules, wall };
}

function whereOf(options: GateOptions, request: Request): Where {
  const { workspace, workspaces = [], mode = "standard" } = options;
  const [first, ...others] = request.workspaces ?? [workspace, ...workspaces];
  const { cwd, isReadByBash = false, home = options.home, wall, known = {}, stdin } = request;
  const place = { cwd, home, workspace: first, workspaces: others, mode, isReadByBash, wall, session: known };
  return stdin === undefined ? place : { ...place, stdin };
}

/** A file that is read may name another one: so often a command is judged once more. */
const MAX_ROUNDS = 8;

/** A question that came to nothing, with the rules that would have answered it, unless the user said no. */
function denied(asked: Asked, { by, said }: { readonly by: RefusedBy; readonly said?: string }): Clearance {
  const rules = by === "person" ? [] : rulesFor(asked);
  return {
    kind: "denied",
    verdict: asked.verdict,
    by,
    ...(said === undefined ? {} : { said }),
    ...(rules.length === 0 ? {} : { rules }),
  };
}
