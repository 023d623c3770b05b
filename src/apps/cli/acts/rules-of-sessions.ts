import type { LineClient } from "../../../core/line/line-client.ts";
import type { HostView, RuleView } from "../../../core/line/line-messages.ts";
import { connectToAll } from "../../../core/shell/host/all-hosts.ts";
import { EXIT, type Io } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { oneLine } from "../table.ts";

/** A live host with the sessions that it has, and the rules that hold for one of them. */
export type HostRules = {
  readonly host: HostView;
  readonly line: LineClient;
  readonly sessions: readonly string[];
  readonly rules: readonly SessionRuleView[];
};

export type SessionRuleView = Extract<RuleView, { readonly scope: "session" }>;

/** Calls `act` with the sessions of every live host, and their rules; hosts that do not answer are named. */
export async function withHostRules(
  { stateDir, io }: Surroundings,
  act: (hosts: readonly HostRules[]) => number | Promise<number>,
): Promise<number> {
  const hosts = await connectToAll(stateDir);
  try {
    const told = await Promise.all(
      hosts.map(async (one): Promise<readonly HostRules[]> => {
        const said = "no" in one ? one : await one.line.ask({ do: "rules" });
        if ("no" in said) io.stderr(`nacre: the host ${one.pid} does not tell its rules: ${said.no.sentence}\n`);
        if ("no" in one || "no" in said || !("is" in said)) return [];
        const rules = said.is.rules.filter((rule) => rule.scope === "session");
        return [{ host: one.host, line: one.line, sessions: said.is.sessions, rules }];
      }),
    );
    return await act(told.flat());
  } finally {
    for (const one of hosts) if (!("no" in one)) one.line.close();
  }
}

/** A rule for a session, as the user wrote it. */
export type WrittenRule = Pick<RuleView, "decision" | "rule"> & { readonly until?: string };

/** nacre allow --session, nacre deny --session. */
export const keepSessionRule = (
  session: string,
  rule: WrittenRule,
  { flags, ...surroundings }: Surroundings & { readonly flags: { readonly json?: boolean } },
): Promise<number> =>
  withHostRules(surroundings, async (hosts) => {
    const { io } = surroundings;
    const found = meant(session, hosts, io);
    if (found === undefined) return EXIT.failed;
    const said = await found.of.line.ask({ do: "keep-rule", session: found.id, ...rule });
    if ("no" in said) {
      io.stderr(`nacre: ${said.no.sentence}\n`);
      return said.no.code === "invalid" ? EXIT.usage : EXIT.failed;
    }
    const { host } = found.of;
    io.stdout(
      flags.json === true ? `${JSON.stringify({ ...said.is, host_pid: host.pid })}\n` : told(said.is, found.id, host),
    );
    return EXIT.ok;
  });

/** The rule that its host removed; undefined when no host has it. */
export async function removeSessionRule(id: string, hosts: readonly HostRules[]): Promise<RuleView | undefined> {
  const holder = hosts.find(({ rules }) => rules.some((rule) => rule.id === id));
  const said = await holder?.line.ask({ do: "remove-rule", rule: id });
  return said === undefined || "no" in said ? undefined : said.is;
}

const told = ({ id, decision, rule, until }: RuleView, session: string, host: HostView): string =>
  `${id}: ${decision} ${oneLine(rule)} in the session ${oneLine(session)} of ${whoOf(host)}${until === undefined ? "" : `, until ${until}`}\nIt holds from the next command on, as long as the session; nacre rules remove ${id} takes it back.\n`;

export const whoOf = ({ app, client, pid }: HostView): string =>
  `nacre ${app} (${client === undefined ? "" : `${oneLine(client)}, `}pid ${pid})`;

type Session = { readonly id: string; readonly of: HostRules };

/** The one session that the user means: its id, or the beginning of it, behind its host's where several hosts have it. */
function meant(name: string, hosts: readonly HostRules[], io: Io): Session | undefined {
  const all = hosts.flatMap((of) => of.sessions.map((id) => ({ id, of })));
  const forms = ({ id, of }: Session): readonly string[] => [id, `${of.host.id}/${id}`, `${of.host.pid}/${id}`];
  const exact = all.filter((one) => forms(one).includes(name));
  const some = exact.length > 0 ? exact : all.filter((one) => forms(one).some((form) => form.startsWith(name)));
  if (some.length === 1 && name !== "") return some[0];
  const known = (some.length > 1 ? some : all)
    .map(({ id, of: { host } }) => `${host.id}/${oneLine(id)} (nacre ${host.app}${whereOf(host)})`)
    .join(", ");
  const none = `no session ${oneLine(name)}; ${known === "" ? "there are none" : `there are ${known}`}`;
  io.stderr(`nacre: ${some.length > 1 && name !== "" ? `${oneLine(name)} could be any of ${known}` : none}\n`);
  return undefined;
}

const whereOf = ({ workspace }: HostView): string => (workspace === undefined ? "" : ` in ${oneLine(workspace)}`);
