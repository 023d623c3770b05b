import { wallMs } from "../base/clock.ts";
import { isFault } from "../base/fault.ts";
import { MOMENT_FORMS, parseMoment } from "../base/time/moment.ts";
import type { KeptRule } from "../permission/kept-rule.ts";
import type { SessionRule, SessionRules } from "../permission/session-rules.ts";
import type { ListedRule, UserRulesStore } from "../permission/user-rules-store.ts";
import { type LineRules, refuse } from "./line-host.ts";
import type { KeepRuleAsk, RuleView, Said } from "./line-messages.ts";

type Rules = { readonly userRules: UserRulesStore | undefined; readonly sessionRules: SessionRules };

/** The rules of a toolkit, as the line of its host asks for them. */
export function lineRulesOf({ userRules, sessionRules }: Rules): LineRules {
  const list = (): readonly RuleView[] => [...sessionRules.list().map(ofSession), ...kept(userRules).map(ofUser)];
  return {
    list,
    sessions: () => sessionRules.sessions,
    keep: (ask) => said(() => keep(ask, sessionRules)),
    remove: (id) =>
      said(() => {
        const ofOne = sessionRules.remove(id);
        const removed = ofOne === undefined ? userRules?.remove(id) : undefined;
        if (ofOne !== undefined) return { is: ofSession(ofOne) };
        if (removed !== undefined) return { is: ofUser(removed) };
        return refuse("unknown", `no rule ${id} holds here; ${there(list().map((rule) => rule.id))}`);
      }),
  };
}

function keep({ session, decision, rule, until }: KeepRuleAsk, sessionRules: SessionRules): Said<RuleView> {
  const now = wallMs();
  const end = until === undefined ? undefined : parseMoment(until, now);
  if (until !== undefined && (end ?? 0) <= now) return refuse("invalid", `until must be ahead: ${MOMENT_FORMS}`);
  const made = sessionRules.add(session, {
    decision,
    rule,
    by: `nacre ${decision}, for this session`,
    ...(end === undefined ? {} : { until: new Date(end).toISOString() }),
  });
  if (made !== undefined) return { is: ofSession(made) };
  return refuse("unknown", `there is no session ${session} here; ${there(sessionRules.sessions)}`);
}

/** A rule that is none, or cannot be removed, is said. */
function said(act: () => Said<RuleView>): Said<RuleView> {
  try {
    return act();
  } catch (error) {
    if (!isFault(error)) throw error;
    return refuse("invalid", error.message);
  }
}

/** Where the rules cannot be read, no command runs, and says why. */
function kept(userRules: UserRulesStore | undefined): readonly ListedRule[] {
  try {
    return userRules?.list() ?? [];
  } catch (error) {
    if (!isFault(error)) throw error;
    return [];
  }
}

const there = (ids: readonly string[]): string => (ids.length === 0 ? "there are none" : `there are ${ids.join(", ")}`);

const ofSession = ({ session, ...rule }: SessionRule): RuleView => ({ ...viewOf(rule), scope: "session", session });

const ofUser = ({ scope, ...rule }: ListedRule): RuleView => ({ ...viewOf(rule), scope });

const viewOf = ({ id, decision, rule, madeAt, by, until, cwd }: KeptRule): Omit<RuleView, "scope" | "session"> => ({
  id,
  decision,
  rule,
  madeAt,
  by,
  ...(until === undefined ? {} : { until }),
  ...(cwd === undefined ? {} : { cwd }),
});
