import { wallMs } from "../base/clock.ts";
import { NO_RULES, type RuleSet } from "../policy/rules/user-rules.ts";
import { createRuleId, isOver, type KeptRule, type NewRule, userRuleOf } from "./kept-rule.ts";

/** A rule of the user's for one session. */
export type SessionRule = KeptRule & { readonly session: string };

/** The rules of one session, also as the policy takes them. */
type Held = { readonly rules: readonly SessionRule[]; readonly set: RuleSet };

const NONE: Held = { rules: [], set: NO_RULES };

/** The user's rules for one session each. In memory: a rule is gone with its session, and with its host. */
export class SessionRules {
  /** Every session that was used and has not ended. */
  readonly #held = new Map<string, Held>();

  /** The sessions that a rule can be made for. */
  get sessions(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** A session is used: rules can be made for it. */
  use(session: string): void {
    if (!this.#held.has(session)) this.#held.set(session, NONE);
  }

  /** The rules of a session that hold now: the same object until another set holds. */
  rulesOf(session: string): RuleSet {
    const held = this.#held.get(session) ?? NONE;
    const now = wallMs();
    if (!held.rules.some((rule) => isOver(rule, now))) return held.set;
    return this.#hold(
      session,
      held.rules.filter((rule) => !isOver(rule, now)),
    );
  }

  /** Those that hold now, in the order in which they were made, by session. */
  list(): readonly SessionRule[] {
    const now = wallMs();
    return [...this.#held.values()].flatMap(({ rules }) => rules.filter((rule) => !isOver(rule, now)));
  }

  /** Undefined where there is no such session; a fault where the rule is none. */
  add(session: string, rule: NewRule): SessionRule | undefined {
    const held = this.#held.get(session);
    if (held === undefined) return undefined;
    const made = { id: createRuleId(), session, ...rule, madeAt: new Date(wallMs()).toISOString() };
    this.#hold(session, [...held.rules, made]);
    return made;
  }

  /** The rule that was removed; undefined when none has this id. */
  remove(id: string): SessionRule | undefined {
    const removed = this.list().find((rule) => rule.id === id);
    if (removed === undefined) return undefined;
    const { rules } = this.#held.get(removed.session) ?? NONE;
    this.#hold(
      removed.session,
      rules.filter((rule) => rule !== removed),
    );
    return removed;
  }

  /** The session has ended. */
  forget(session: string): void {
    this.#held.delete(session);
  }

  #hold(session: string, rules: readonly SessionRule[]): RuleSet {
    const checked = rules.map((rule) => userRuleOf(rule, "the rule"));
    const set = checked.length === 0 ? NO_RULES : { ...NO_RULES, rules: checked };
    this.#held.set(session, { rules, set });
    return set;
  }
}
