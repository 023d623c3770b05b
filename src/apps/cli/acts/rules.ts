import { wallMs } from "../../../core/base/clock.ts";
import { Fault } from "../../../core/base/fault.ts";
import { MOMENT_FORMS, parseMoment } from "../../../core/base/time/moment.ts";
import { realPath } from "../../../core/files/path-inside.ts";
import { type ListedRule, UserRulesStore } from "../../../core/permission/user-rules-store.ts";
import { rulesOf } from "../../../tools/policy-rules.ts";
import { EXIT, type Io } from "../io.ts";
import { type SharedFlags, settingsOf } from "../settings.ts";
import { oneLine, renderTable } from "../table.ts";
import { refusesAgent } from "../users-act.ts";

export type RuleFlags = Pick<SharedFlags, "workspace" | "config" | "rules"> & {
  readonly user?: boolean;
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
export function keepRule(
  decision: "allow" | "deny",
  rule: string,
  { flags, io }: { readonly flags: RuleFlags; readonly io: Io },
): number {
  // By what an agent is judged is decided by the user, never by the agent.
  if (refusesAgent(decision, io)) return EXIT.refused;
  if (flags.user === true && flags.workspace !== undefined)
    throw new Fault("CONFIG_INVALID", "--user is for every workspace; leave --workspace out");
  const now = wallMs();
  const until = flags.until === undefined ? undefined : parseMoment(flags.until, now);
  if (flags.until !== undefined && (until ?? 0) <= now)
    throw new Fault("CONFIG_INVALID", `--until ${oneLine(flags.until)} must be ahead: ${MOMENT_FORMS}`);
  const { store, workspace } = open(flags, io);
  const kept = store.add(flags.user === true ? "user" : "workspace", {
    decision,
    rule: /^\s*\w+\(/.test(rule) ? rule.trim() : `Bash(${rule.trim()})`,
    by: `nacre ${decision}`,
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
  });
  io.stdout(flags.json === true ? `${JSON.stringify(kept)}\n` : told(kept, workspace));
  return EXIT.ok;
}

const told = ({ id, decision, rule, until, scope }: ListedRule, workspace: string): string =>
  `${id}: ${decision} ${oneLine(rule)} ${scope === "user" ? "in every workspace" : `in ${workspace}`}${until === undefined ? "" : `, until ${until}`}\nIt holds from the next command on; nacre rules remove ${id} takes it back.\n`;

/** nacre rules: what holds here and why. */
export function listRules(flags: RuleFlags, io: Io): number {
  const { workspace, store, rulesFile } = open(flags, io);
  const rules = store.list();
  const named = rulesFile === undefined ? [] : rulesOf({ rulesFile }).rules;
  if (flags.json === true) {
    const file = rulesFile === undefined ? {} : { rulesFile, rulesOfFile: named };
    io.stdout(`${JSON.stringify({ workspace, rules, ...file })}\n`);
    return EXIT.ok;
  }
  const rows = [
    ...rules.map(({ id, decision, rule, scope, by, until, madeAt, cwd }) => [
      id,
      decision,
      scope === "user" ? "every workspace" : "this workspace",
      until ?? "always",
      `${oneLine(rule)}${cwd === undefined ? "" : `, in ${oneLine(cwd)}`} (${oneLine(by)}, ${madeAt.slice(0, 10)})`,
    ]),
    ...named.map(({ id, decision }) => ["-", decision, "named file", "always", `${oneLine(id)} (${rulesFile})`]),
  ];
  if (rows.length === 0) io.stdout(`no rules of yours hold in ${workspace}\n`);
  else io.stdout(renderTable([["ID", "DECISION", "WHERE", "UNTIL", "RULE"], ...rows], io.columns));
  return EXIT.ok;
}

/** nacre rules remove ID. */
export function removeRule(id: string, flags: RuleFlags, io: Io): number {
  if (refusesAgent("rules remove", io)) return EXIT.refused;
  const { store, workspace } = open(flags, io);
  const removed = store.remove(id);
  if (removed === undefined) {
    const known = store.list().map((rule) => rule.id);
    const there = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
    io.stderr(`nacre: no rule ${oneLine(id)} holds in ${workspace}; ${there}\n`);
    return EXIT.failed;
  }
  io.stdout(
    flags.json === true ? `${JSON.stringify({ removed })}\n` : `removed ${removed.id}: ${oneLine(removed.rule)}\n`,
  );
  return EXIT.ok;
}
