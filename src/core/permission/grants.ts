import { NO_RULES, type RuleSet, type UserRule } from "../policy/rules/user-rules.ts";
import { isOpenEnded } from "../policy/tools/open-ended.ts";
import type { Finding, Part, Verdict } from "../policy/verdict.ts";

/** What a grant is bound to: the exact text, the directory, the session and the variables that its commands changed. */
export type GrantScope = {
  readonly text: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly variables: ReadonlyMap<string, string>;
};

/**
 * Programs outside the wrapper and interpreter families that can also be told to run anything: "always" for one of them
 * would be "always" for everything.
 */
const ALSO_OPEN_ENDED = new Set(
  (
    "command exec eval builtin source . xargs gxargs parallel find gfind bfs fd fdfind ssh npx pnpx bunx uvx pipx uv sed make docker podman kubectl at crontab vi vim nvim " +
    "emacs git-bisect mise asdf poetry pipenv bundle nix-shell nix"
  ).split(" "),
);

/** Findings about text that the policy cannot know: the same text may mean something else next time. */
const FLEETING = /^(?:run-unknown|run-hidden|run-foreign|delete-unknown|write-unknown|unparsable|syntax|too-)/;

/** What `always` would remember: a pattern, and the rules whose questions it answers. */
type Lasting = { readonly pattern: string; readonly rules: readonly string[] };

/** What an approver has already allowed. Lives as long as its toolkit; `onRule` gives a new rule to the embedder. */
export class Grants {
  readonly #sessionGrants = new Set<string>();
  readonly #rules: UserRule[] = [];
  readonly #onRule: ((rule: UserRule) => void) | undefined;

  constructor(options: { readonly onRule?: (rule: UserRule) => void } = {}) {
    this.#onRule = options.onRule;
  }

  /** The rules that approvers made by answering `always`. */
  get rules(): RuleSet {
    return { ...NO_RULES, rules: [...this.#rules] };
  }

  holds(scope: GrantScope): boolean {
    return this.#sessionGrants.has(keyOf(scope));
  }

  rememberSession(scope: GrantScope): void {
    this.#sessionGrants.add(keyOf(scope));
  }

  /** Remembers rules for exactly the questions that were asked; none when one of them cannot become a rule. */
  rememberRules(verdict: Verdict): void {
    for (const { pattern, rules } of lastingOf(verdict) ?? []) {
      const rule: UserRule = {
        id: `always: ${pattern}`,
        decision: "allow",
        reason: "A person has allowed this for good.",
        match: [pattern],
        loosens: [],
        answers: rules,
        examples: { caught: [], fine: [] },
      };
      this.#rules.push(rule);
      this.#onRule?.(rule);
    }
  }

  /** Forgets what was allowed for a session when it ends. */
  forgetSession(sessionId: string): void {
    const prefix = `${JSON.stringify(sessionId)} `;
    for (const key of this.#sessionGrants) if (key.startsWith(prefix)) this.#sessionGrants.delete(key);
  }
}

const keyOf = ({ text, cwd, sessionId, variables }: GrantScope): string =>
  `${JSON.stringify(sessionId)} ${JSON.stringify([cwd, [...variables].map(([name, value]) => `${name}=${value}`).toSorted((a, b) => (a < b ? -1 : 1)), text])}`;

/** Whether the answer can be kept for the session: only if the text would mean the same again. */
export const isRepeatable = (verdict: Verdict): boolean =>
  questionsOf(verdict).every((finding) => !FLEETING.test(finding.rule));

/** What `always` would remember, or `undefined` when it must not be offered. */
export function lastingOf(verdict: Verdict): readonly Lasting[] | undefined {
  const questions = questionsOf(verdict);
  if (questions.length === 0 || !isRepeatable(verdict)) return undefined;
  const byPattern = new Map<string, string[]>();
  for (const finding of questions) {
    const part = soleAskerOf(finding, verdict.parts);
    const pattern = part === undefined ? undefined : patternOf(part);
    if (pattern === undefined) return undefined;
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), finding.rule]);
  }
  return [...byPattern].map(([pattern, rules]) => ({ pattern, rules }));
}

const questionsOf = (verdict: Verdict): readonly Finding[] =>
  verdict.findings.filter((finding) => finding.decision === "ask");

/**
 * The one simple command that a finding is about; undefined when several share its span (a wrapper and what it ran).
 */
function soleAskerOf(finding: Finding, parts: readonly Part[]): Part | undefined {
  const there = parts.filter((part) => part.span[0] === finding.span[0] && part.span[1] === finding.span[1]);
  return there.length === 1 ? there[0] : undefined;
}

/** Program and subcommand, then anything: `git push *`. The grant covers only the rules that asked. */
function patternOf({ argv }: Part): string | undefined {
  const [name, second] = argv;
  if (name === null || name === undefined || argv.includes(null)) return undefined;
  const plain = name.split("/").at(-1) ?? name;
  if (isOpenEnded(plain) || ALSO_OPEN_ENDED.has(plain) || /[*\s]/.test(plain)) return undefined;
  if (second === undefined || second === null) return plain;
  return /^[a-z][\w:-]*$/.test(second)
    ? `${plain} ${second} *`
    : argv.map((word) => (word ?? "").replaceAll("*", "?")).join(" ");
}
