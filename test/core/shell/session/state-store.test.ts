import { expect, test } from "vitest";
import { FRESH } from "../../../../src/core/shell/bash/answer.ts";
import { StateStore } from "../../../../src/core/shell/session/state-store.ts";
import { saidBehind } from "../../../support/bash-dump.ts";

const PLACE = { path: "/tmp", name: "/tmp" };
const storeBehind = (...scripts: readonly string[]): StateStore => {
  const store = new StateStore({ state: undefined, after: FRESH, place: PLACE });
  for (const script of scripts)
    expect(store.take(saidBehind(script, "m"), "m", { after: FRESH, place: PLACE })).toBe(true);
  return store;
};

test("the next bash starts from the last state that was said as a whole", () => {
  const store = storeBehind("X=1", "X=2");
  const half = saidBehind("X=3", "m").slice(0, 400);
  expect(store.take(half, "m", { after: FRESH, place: PLACE })).toBe(false);
  expect(store.saved().state?.variables.get("X")).toBe('declare -- X="2"');
});

test("a bash that ends without a word costs the status of its text alone", () => {
  const store = storeBehind("X=1");
  store.takeStatus(137);
  const { after, state } = store.saved();
  expect([after.status, after.pipeStatus, state?.variables.has("X")]).toEqual([137, [137], true]);
});

test("a bash that speaks on its way out says where it was, its options, its DEBUG trap, and which builtins are off", () => {
  const store = storeBehind("X=1");
  const said = `enable -n printf\nenable -n pwd\n${saidBehind("cd /usr; set -u; trap ': d' DEBUG", "m")}`;
  expect(store.take(said, "m", { after: { ...FRESH, status: 3 }, place: undefined })).toBe(true);
  const { after, place } = store.saved();
  expect(place).toEqual({ path: "/usr", name: "/usr" });
  expect(after).toMatchObject({ status: 3, debugTrap: "': d'", disabled: ["printf", "pwd"] });
  expect(after.options).toContain("nounset");
});

test("aliases are known only as long as bash has as many", () => {
  const store = storeBehind("alias a=b c=d");
  expect(store.aliases(2)).toEqual(["alias a='b'", "alias c='d'"]);
  expect(store.aliases(3)).toBeUndefined();
});

test("the functions of a new state are known before it is read", () => {
  const store = storeBehind("f() { :; }");
  expect([store.code.mayEndIn("f"), store.code.mayEndIn("g")]).toEqual([true, false]);
});

test("limits can be left out, and are named then", () => {
  const store = storeBehind(":");
  store.atStart = new Map([["Sn", "1"]]);
  expect(store.dropLimits()).toBe(false);
  expect(store.take(saidBehind("ulimit -S -n 64", "m"), "m", { after: FRESH, place: PLACE })).toBe(true);
  expect(store.saved().state?.limits).toEqual(new Map([["Sn", "64"]]));
  expect([store.dropLimits(), store.dropLimits()]).toEqual([true, false]);
  expect([store.takeMissing(), store.takeMissing()]).toEqual([["ulimit -Sn"], []]);
});
