import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGate, type Gate, type Request } from "../../../src/core/permission/gate.ts";
import { type Ground, PassedTexts } from "../../../src/core/permission/passed-texts.ts";
import type { AskedSession } from "../../../src/core/permission/session-memory.ts";
import { UserRulesStore } from "../../../src/core/permission/user-rules-store.ts";
import { NO_RULES } from "../../../src/core/policy/rules/user-rules.ts";
import type { Decision, Verdict } from "../../../src/core/policy/verdict.ts";
import { heldState } from "../../support/held-state.ts";
import { tempDir } from "../../support/temp-dir.ts";

const verdictWith = (decision: Decision, more: Partial<Verdict> = {}): Verdict => ({
  decision,
  findings: [{ decision, rule: "ordinary", reason: "", part: "", span: [0, 0] }],
  parts: [],
  ...more,
});
const GROUND: Ground = {
  text: "npm test",
  words: ["/w"],
  known: {},
  rules: [NO_RULES, NO_RULES, NO_RULES],
  wall: undefined,
};

/** How often these grounds are judged, one after another. */
function judgements(grounds: readonly Ground[], verdict = verdictWith("allow")): number {
  const passed = new PassedTexts();
  let count = 0;
  for (const ground of grounds) passed.verdict(ground, () => (count++, verdict));
  return count;
}

describe("a text that was let through", () => {
  test("is judged once on the same ground", () => {
    expect(judgements([GROUND, { ...GROUND, words: ["/w"] }, GROUND])).toBe(1);
  });

  test.each<Partial<Ground>>([
    { text: "npm  test" },
    { words: ["/w", "/v"] },
    { text: 'npm test","/w', words: [] },
    { known: {} },
    { rules: [{ ...NO_RULES }, NO_RULES, NO_RULES] },
    { rules: [NO_RULES, { ...NO_RULES }, NO_RULES] },
    { rules: [NO_RULES, NO_RULES, { ...NO_RULES }] },
    { wall: { writable: [], network: "off" } },
  ])("is judged anew on another: %j", (other) => {
    expect(judgements([GROUND, { ...GROUND, ...other }])).toBe(2);
  });

  test.each([verdictWith("ask"), verdictWith("deny"), verdictWith("allow", { needs: { state: true } })])(
    "no other verdict is kept: %j",
    (verdict) => expect(judgements([GROUND, GROUND], verdict)).toBe(2),
  );

  test("a long text is not kept, and of many texts the first is forgotten", () => {
    const long = { ...GROUND, text: "x".repeat(5000) };
    expect(judgements([long, long])).toBe(2);
    const many = Array.from({ length: 100 }, (_, index) => ({ ...GROUND, text: `echo ${index}` }));
    expect(judgements([GROUND, ...many, GROUND])).toBe(102);
  });
});

/** What turns the verdict on a text that the gate has just let through. */
type Turn = { readonly text: string; readonly from?: Partial<Request>; readonly to: Partial<Request> };

const SESSION: AskedSession = { key: {}, state: () => Promise.resolve(heldState({})) };
const OTHER: AskedSession = {
  key: {},
  state: () => Promise.resolve(heldState({ functions: { ls: "rm -rf /etc" } })),
  isBusy: true,
};

/**
 * One for every part of a request that a verdict can rest on: a part that the gate forgot would let the text through. A
 * verdict that rests on a file is never kept (`readFile`).
 */
const TURNS: Readonly<
  Record<Exclude<keyof Request, "sessionId" | "approver" | "asking" | "isReadByBash" | "known" | "readFile">, Turn>
> = {
  text: { text: "rm -rf build", to: { text: "rm -rf /etc" } },
  cwd: { text: "rm -rf bin", to: { cwd: "/usr" } },
  stdin: { text: "bash", to: { stdin: { kind: "text", text: "rm -rf /etc" } } },
  client: { text: "git push", from: { client: "a", approver: () => Promise.resolve("always") }, to: { client: "b" } },
  home: { text: "rm -rf ~/app/x", to: { home: "/etc" } },
  wall: { text: "rm -rf /opt/x", from: { wall: { writable: [], network: "off" } }, to: { wall: undefined } },
  workspaces: { text: "rm -rf /srv/app/x", from: { workspaces: ["/srv/app"] }, to: { workspaces: ["/home/dev/app"] } },
  variables: { text: "ls", to: { variables: new Map([["LD_PRELOAD", "/tmp/x.so"]]) } },
  session: { text: "ls", from: { session: SESSION }, to: { session: OTHER } },
};

const gate = (): Gate => createGate({ home: "/home/dev", workspace: "/home/dev/app" });

describe("the gate does not let a text through that it let through with", () => {
  test.each(Object.entries(TURNS))("another %s", async (_part, { text, from, to }) => {
    const guard = gate();
    const first = { text, cwd: "/home/dev/app", sessionId: "s", ...from };
    const { kind } = await guard.clear(first);
    const [before, again] = [await guard.judge(first), await guard.judge(first)];
    expect([kind, before.verdict.decision, again.verdict]).toEqual(["cleared", "allow", before.verdict]);
    expect(again.verdict).toBe(before.verdict);
    expect((await guard.judge({ ...first, ...to })).verdict.decision).not.toBe("allow");
  });

  test("another rule of the user's", async () => {
    const userRules = new UserRulesStore(join(tempDir(), "nacre"), "/home/dev/app");
    const guard = createGate({ home: "/home/dev", workspace: "/home/dev/app", userRules });
    const request = { text: "npm test", cwd: "/home/dev/app", sessionId: "s" };
    const decision = async (): Promise<Decision> => (await guard.judge(request)).verdict.decision;
    expect(await decision()).toBe("allow");
    const { id } = userRules.add("workspace", { decision: "deny", rule: "Bash(npm test)", by: "a test" });
    expect(await decision()).toBe("deny");
    userRules.remove(id);
    expect(await decision()).toBe("allow");
  });

  test("another helper in the session", async () => {
    const guard = gate();
    const status = { text: "git status", cwd: "/home/dev/app", sessionId: "s" };
    const pager = { ...status, text: "export PAGER=./p", approver: () => Promise.resolve("once" as const) };
    const decisions: Decision[] = [];
    const judge = async (): Promise<unknown> => decisions.push((await guard.judge(status)).verdict.decision);
    await judge();
    await guard.clear(pager);
    await judge();
    guard.forget("s");
    await judge();
    expect(decisions).toEqual(["allow", "ask", "allow"]);
  });
});
