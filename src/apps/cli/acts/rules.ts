import { wallMs } from "../../../core/base/clock.ts";
import { Fault } from "../../../core/base/fault.ts";
import { MOMENT_FORMS, parseMoment } from "../../../core/base/time/moment.ts";
import { realPath } from "../../../core/files/path-inside.ts";
import { type ListedRule, UserRulesStore } from "../../../core/permission/user-rules-store.ts";
import { rulesOf } from "../../../tools/policy-rules.ts";
import { EXIT, type Io } from "../io.ts";
import { placeOf, type SharedFlags, settingsOf } from "../settings.ts";
import { oneLine, renderTable } from "../table.ts";
import { refusesAgent } from "../users-act.ts";
import { keepSessionRule, removeSessionRule, type SessionRuleView, whoOf, withHostRules } from "./rules-of-sessions.ts";

export type RuleFlags = Pick<SharedFlags, "workspace" | "config" | "rules" | "stateDir"> & {
  readonly user?: boolean;
  readonly session?: string;
  readonly until?: string;
  readonly json?: boolean;
};

type Opened = { readonly workspace: string; readonly store: UserRulesStore; readonly rulesFile: string | undefined };

function open(flags: RuleFlags, io: Io): Opened {
  const { workspace, userRules, rules } = settingsOf(flags, io, { sandbox: "none" });
  const root = realPath(workspace);
  return { workspace: root, store: new UserRulesStore(userRules, root), rulesFile: rules };
}

/** nacre allow, nacre deny: keeps a rule of the user's. */
export async function keepRule(
  decision: "allow" | "deny",
  written: string,
  { flags, io }: { readonly flags: RuleFlags; readonly io: Io },
): Promise<number> {
  // By what an agent is judged is decided by the user, never by the agent.
  if (refusesAgent(decision, io)) return EXIT.refused;
  refuseTwoPlaces(flags);
  const now = wallMs();
  const until = flags.until === undefined ? undefined : parseMoment(flags.until, now);
  if (flags.until !== undefined && (until ?? 0) <= now)
    throw new Fault("CONFIG_INVALID", `--until ${oneLine(flags.until)} must be ahead: ${MOMENT_FORMS}`);
  const rule = /^\s*\w+\(/.test(written) ? written.trim() : `Bash(${written.trim()})`;
  const made = { decision, rule, ...(until === undefined ? {} : { until: new Date(until).toISOString() }) };
  if (flags.session !== undefined) return keepSessionRule(flags.session, made, { flags, ...placeOf(flags, io) });
  const { store, workspace } = open(flags, io);
  const kept = store.add(flags.user === true ? "user" : "workspace", { ...made, by: `nacre ${decision}` });
  io.stdout(flags.json === true ? `${JSON.stringify(kept)}\n` : told(kept, workspace));
  return EXIT.ok;
}

/** A rule is for one session, for one workspace or for all. */
function refuseTwoPlaces({ user, session, workspace }: RuleFlags): void {
  if (user === true && workspace !== undefined)
    throw new Fault("CONFIG_INVALID", "--user is for every workspace; leave --workspace out");
  if (session !== undefined && (user === true || workspace !== undefined))
    throw new Fault("CONFIG_INVALID", "--session is for one session alone; leave --user and --workspace out");
}

const told = ({ id, decision, rule, until, scope }: ListedRule, workspace: string): string =>
  `${id}: ${decision} ${oneLine(rule)} ${scope === "user" ? "in every workspace" : `in ${workspace}`}${until === undefined ? "" : `, until ${until}`}\nIt holds from the next command on; nacre rules remove ${id} takes it back.\n`;

/** nacre rules: what holds here and why; and what holds for one session, wherever that is. */
export const listRules = (flags: RuleFlags, io: Io): Promise<number> =>
  withHostRules(placeOf(flags, io), (hosts) => {
    const { workspace, store, rulesFile } = open(flags, io);
    const rules = store.list();
    const named = rulesFile === undefined ? [] : rulesOf({ rulesFile }).rules;
    const ofSessions = hosts.flatMap(({ host, rules: its }) => its.map((rule) => ({ ...rule, host })));
    if (flags.json === true) {
      const file = rulesFile === undefined ? {} : { rulesFile, rulesOfFile: named };
      const sessions = ofSessions.map(({ host, ...rule }) => ({ ...rule, host_pid: host.pid }));
      io.stdout(`${JSON.stringify({ workspace, rules, sessionRules: sessions, ...file })}\n`);
      return EXIT.ok;
    }
    const rows = [
      ...ofSessions.map((rule) => rowOf(rule, `session ${oneLine(rule.session)} of ${whoOf(rule.host)}`)),
      ...rules.map((rule) => rowOf(rule, rule.scope === "user" ? "every workspace" : "this workspace")),
      ...named.map(({ id, decision }) => ["-", decision, "named file", "always", `${oneLine(id)} (${rulesFile})`]),
    ];
    if (rows.length === 0) io.stdout(`no rules of yours hold in ${workspace}\n`);
    else io.stdout(renderTable([["ID", "DECISION", "WHERE", "UNTIL", "RULE"], ...rows], io.columns));
    return EXIT.ok;
  });

function rowOf(kept: ListedRule | SessionRuleView, where: string): readonly string[] {
  const { id, decision, rule, by, until, madeAt, cwd } = kept;
  const lasting = kept.scope === "session" ? "it ends" : "always";
  const place = cwd === undefined ? "" : `, in ${oneLine(cwd)}`;
  return [id, decision, where, until ?? lasting, `${oneLine(rule)}${place} (${oneLine(by)}, ${madeAt.slice(0, 10)})`];
}

/** nacre rules remove ID. */
export async function removeRule(id: string, flags: RuleFlags, io: Io): Promise<number> {
  if (refusesAgent("rules remove", io)) return EXIT.refused;
  return withHostRules(placeOf(flags, io), async (hosts) => {
    const { store, workspace } = open(flags, io);
    const removed = store.remove(id) ?? (await removeSessionRule(id, hosts));
    if (removed === undefined) {
      const known = [...hosts.flatMap(({ rules }) => rules), ...store.list()].map((rule) => rule.id);
      const there = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
      io.stderr(`nacre: no rule ${oneLine(id)} holds in ${workspace}; ${there}\n`);
      return EXIT.failed;
    }
    io.stdout(
      flags.json === true ? `${JSON.stringify({ removed })}\n` : `removed ${removed.id}: ${oneLine(removed.rule)}\n`,
    );
    return EXIT.ok;
  });
}
