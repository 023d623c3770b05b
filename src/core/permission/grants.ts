import type { GivenStdin } from "../policy/read/given-stdin.ts";
import { NO_RULES, type RuleSet, type UserRule } from "../policy/rules/user-rules.ts";
import type { Finding } from "../policy/verdict.ts";

/** What a grant is bound to: the exact text, what stands on its standard input, the directory, the session and the variables that its commands changed. */
export type GrantScope = {
  readonly text: string;
  readonly cwd: string;
  readonly stdin?: GivenStdin | undefined;
  readonly sessionId: string;
  readonly variables: ReadonlyMap<string, string>;
};

/** What an approver has already allowed. Lives as long as its toolkit; `onRule` gives a new rule to the embedder. */
export class Grants {
  /** For each grant of a session the questions that it answers. */
  readonly #sessionGrants = new Map<string, ReadonlySet<string>>();
  readonly #rules = new Map<string | undefined, RuleSet>();
  readonly #onRule: ((rule: UserRule) => void) | undefined;

  constructor(options: { readonly onRule?: (rule: UserRule) => void } = {}) {
    this.#onRule = options.onRule;
  }

  /**
   * The rules that approvers made by answering `always` to one client; to the embedder, where a call has no client. The
   * same object until another rule is made.
   */
  rulesOf(client: string | undefined): RuleSet {
    return this.#rules.get(client) ?? NO_RULES;
  }

  /** Whether every question was answered for this session before. */
  holds(scope: GrantScope, questions: readonly Finding[]): boolean {
    const answered = this.#sessionGrants.get(keyOf(scope));
    return answered !== undefined && questions.every((question) => answered.has(nameOf(question)));
  }

  rememberSession(scope: GrantScope, questions: readonly Finding[]): void {
    this.#sessionGrants.set(keyOf(scope), new Set(questions.map(nameOf)));
  }

  rememberRules(rules: readonly UserRule[], client: string | undefined): void {
    const before = this.rulesOf(client);
    this.#rules.set(client, { ...before, rules: [...before.rules, ...rules] });
    for (const rule of rules) this.#onRule?.(rule);
  }

  /** Forgets what was allowed for a session when it ends. */
  forget(sessionId: string): void {
    const prefix = `${JSON.stringify(sessionId)} `;
    for (const key of this.#sessionGrants.keys()) if (key.startsWith(prefix)) this.#sessionGrants.delete(key);
  }
}

const nameOf = ({ rule, span: [start, end] }: Finding): string => `${rule} ${start} ${end}`;

const keyOf = ({ text, cwd, stdin, sessionId, variables }: GrantScope): string =>
  `${JSON.stringify(sessionId)} ${JSON.stringify([cwd, [...variables].map(([name, value]) => `${name}=${value}`).toSorted((a, b) => (a < b ? -1 : 1)), text, stdin ?? null])}`;
