import type { RuleView } from "../../../core/line/line-messages.ts";
import type { Watched, WatchedHost } from "./watched.ts";

/** A rule of the user's, and a host on which it holds. */
export type HeldRule = { readonly rule: RuleView; readonly host: WatchedHost };

/** Rules that hold at one place. */
export type RulePlace = { readonly name: string; readonly rules: readonly HeldRule[] };

/** Every rule that holds on a live host: those of sessions first, then of each workspace, then those for every workspace. */
export function rulePlaces({ hosts }: Watched): readonly RulePlace[] {
  const all = [...hosts.values()].flatMap((host) => host.rules.map((rule) => ({ rule, host })));
  const places = new Map<string, Map<string, HeldRule>>();
  for (const held of all.toSorted((a, b) => ORDER[a.rule.scope] - ORDER[b.rule.scope])) {
    const name = placeOf(held);
    const rules = places.get(name) ?? new Map<string, HeldRule>();
    // Hosts of one workspace tell of the same rules.
    if (!rules.has(held.rule.id)) rules.set(held.rule.id, held);
    places.set(name, rules);
  }
  return [...places].map(([name, rules]) => ({ name, rules: [...rules.values()] }));
}

/** Those that hold in one session alone. */
export const sessionRules = (watched: Watched): readonly HeldRule[] =>
  rulePlaces(watched)
    .flatMap(({ rules }) => rules)
    .filter(({ rule }) => rule.scope === "session");

const ORDER = { session: 0, workspace: 1, user: 2 } as const;

function placeOf({ rule, host: { view } }: HeldRule): string {
  if (rule.scope === "session") return `Session ${rule.session} of ${view.client ?? `nacre ${view.app}`}`;
  return rule.scope === "user" ? "Every workspace" : `Workspace ${view.workspace ?? ""}`;
}
