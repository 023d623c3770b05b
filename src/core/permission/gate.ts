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
import { rulesFor } from "./offer.ts";
import { consult } from "./question.ts";
import { type AskedSession, type FileReader, SessionMemory } from "./session-memory.ts";

/** The options of a gate; all but the directories are optional. */
export type GateOptions = {
  readonly home: string;
  readonly workspace: string;
  readonly workspaces?: readonly string[];
  readonly mode?: Mode;
  readonly rules?: RuleSet;
  readonly approver?: Approver;
  readonly grants?: Grants;
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
  /** Loader and helper variables that the session is known to have, beside those that the gate saw a command set. */
  readonly variables?: ReadonlyMap<string, string>;
  /** The session, where it can be asked what it holds. */
  readonly session?: AskedSession | undefined;
  /** What is known of the session: `judge` puts it here. */
  readonly known?: SessionKnowledge;
};

/** A request with all that its verdict rests on. */
type Judged = { readonly request: Request; readonly verdict: Verdict };

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
      readonly by: "policy" | RefusedBy;
      /** The approver's own words. */
      readonly said?: string;
      /** Lines for a rules file that would let it through, where the user did not say no. */
      readonly rules?: readonly string[];
    };

/** Verdict + grants + approver → cleared or denied. The only maker of cleared commands for what a model sends. */
export interface Gate {
  /** Pass what `judge` has just said: it spares a second judgement. */
  clear(request: Request, verdict?: Verdict): Promise<Clearance>;
  /**
   * The verdict alone, with this session's rules and what is known of the session: it is asked for its state, and files are
   * read, only where the verdict rests on them. Asks no approver and remembers no command.
   */
  judge(request: Request): Promise<Judged>;
  /** Forgets a session's grants and what its commands did. */
  forget(sessionId: string): void;
}

export function createGate(options: GateOptions): Gate {
  const grants = options.grants ?? new Grants();
  const memory = new SessionMemory(options.readFile);
  const variablesOf = (request: Request): ReadonlyMap<string, string> =>
    new Map([...memory.variablesOf(request.sessionId), ...(request.variables ?? [])]);

  const verdictOn = (request: Request, more: readonly UserRule[] = []): Verdict =>
    judge(request.text, {
      ...whereOf(options, request),
      ...(request.stdin === undefined ? {} : { stdin: request.stdin }),
      variables: variablesOf(request),
      session: request.known ?? {},
      rules: joinRules(options.rules ?? NO_RULES, grants.rulesOf(request.client), { ...NO_RULES, rules: more }),
    });

  const judgeWell = (request: Request): Promise<Judged> => judgedWith(memory, request, verdictOn);

  const askedOf = (request: Request, verdict: Verdict): Asked => ({
    text: withBashLineEnds(request.text),
    cwd: request.cwd,
    stdin: request.stdin,
    verdict,
    decide: (text, rules) => verdictOn({ ...request, text }, rules).decision,
  });

  const cleared = (request: Request, verdict: Verdict, approvedBy: ApprovedBy): Clearance => {
    memory.note(request.sessionId, request.session, verdict);
    return { kind: "cleared", command: trust(withBashLineEnds(request.text)), verdict, approvedBy };
  };

  const asked = async (request: Request, verdict: Verdict): Promise<Clearance> => {
    const { text, cwd, stdin, sessionId } = request;
    const scope: GrantScope = { text, cwd, stdin, sessionId, variables: variablesOf(request) };
    const questions = questionsOf(verdict);
    if (grants.holds(scope, questions)) return cleared(request, verdict, "grant");
    const about = askedOf(request, verdict);
    const { answer, rules, ...refusal } = await consult(request.approver ?? options.approver, about, sessionId);
    if (answer === "deny") return denied(about, refusal);
    if (answer === "session") grants.rememberSession(scope, questions);
    if (answer === "always") grants.rememberRules(rules, request.client);
    return cleared(request, verdict, answer);
  };

  return {
    judge: judgeWell,
    forget: (sessionId) => {
      memory.forget(sessionId);
      grants.forgetSession(sessionId);
    },
    clear: async (given, said) => {
      const { request, verdict } = said === undefined ? await judgeWell(given) : { request: given, verdict: said };
      if (verdict.decision === "ask") return asked(request, verdict);
      return verdict.decision === "allow"
        ? cleared(request, verdict, "policy")
        : { kind: "denied", verdict, by: "policy" };
    },
  };
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

function whereOf({ home, workspace, workspaces = [], mode = "standard" }: GateOptions, request: Request): Where {
  const [first, ...others] = request.workspaces ?? [workspace, ...workspaces];
  const { cwd, isReadByBash = false, wall } = request;
  return { cwd, home, workspace: first, workspaces: others, mode, isReadByBash, wall };
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
