import { expect, test } from "vitest";
import { rulePlaces, sessionRules } from "../../../../src/apps/page/state/held-rules.ts";
import { after, NOTHING, type Watched } from "../../../../src/apps/page/state/watched.ts";
import type { Overview, RuleView } from "../../../../src/core/line/line-messages.ts";
import { OVERVIEW, VIEW } from "../../../core/line/made-up-host.ts";

const MADE = { decision: "allow", rule: "Bash(ls)", madeAt: "2026-01-01T00:00:00.000Z", by: "test" } as const;
const ofSession: RuleView = { ...MADE, id: "rule_s", scope: "session", session: "default" };
const ofWorkspace: RuleView = { ...MADE, id: "rule_w", scope: "workspace" };
const ofUser: RuleView = { ...MADE, id: "rule_u", scope: "user" };

const host = (id: string, rules: readonly RuleView[], workspace = "/w"): Overview => ({
  ...OVERVIEW,
  host: { ...VIEW, id, workspace },
  rules,
});

const watching = (...hosts: Overview[]): Watched =>
  after(NOTHING, { kind: "hosts", now: 0, version: "1", hosts, kept: [] });

test("rules stand where they hold: in a session, in a workspace, everywhere; and once each", () => {
  const watched = watching(
    host("a", [ofUser, ofWorkspace, ofSession]),
    host("b", [ofUser, ofWorkspace]),
    host("c", [ofUser, { ...ofWorkspace, id: "rule_v" }], "/v"),
  );
  const places = rulePlaces(watched).map(({ name, rules }) => [name, ...rules.map(({ rule }) => rule.id)]);
  expect(places).toEqual([
    ["Session default of nacre library", "rule_s"],
    ["Workspace /w", "rule_w"],
    ["Workspace /v", "rule_v"],
    ["Every workspace", "rule_u"],
  ]);
  expect(sessionRules(watched)).toMatchObject([{ rule: ofSession, host: { view: { id: "a" } } }]);
});

test("a host that says its rules anew is believed", () => {
  const watched = after(watching(host("a", [ofSession])), { kind: "rules", host: "a", rules: [ofUser] });
  expect([sessionRules(watched), rulePlaces(watched)]).toMatchObject([[], [{ name: "Every workspace" }]]);
});
