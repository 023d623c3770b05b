import { expect, test } from "vitest";
import { Scope } from "../../../../src/core/policy/values/scope.ts";
import { assignmentRule, poisonOf, SettingList } from "../../../../src/core/policy/walk/assignment-rules.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const GROUND = { home: PLACE.home, workspaces: [PLACE.workspace], hosts: [] };
const ruleOf = (name: string, value: string): string | undefined =>
  assignmentRule({ name, values: [value], scope: new Scope(PLACE), ground: GROUND })?.rule;

test.each([
  ["LD_PRELOAD", "/tmp/x.so", "loader-variable"],
  ["PATH", "/tmp/bin:/usr/bin", "loader-variable"],
  ["HTTPS_PROXY", "http://a.example", "helper-variable"],
  ["HISTFILE", "/dev/null", "blind-guard"],
  ["HTTPS_PROXY", "http://localhost:8080", undefined],
  ["PATH", "/home/dev/app/bin:/usr/bin", undefined],
  ["LD_PRELOAD", "", undefined],
  ["HISTSIZE", "1000", undefined],
  ["NAME", "/tmp/x", undefined],
])("%s=%s: %s", (name, value, rule) => {
  expect(ruleOf(name, value)).toBe(rule);
});

test("a variable that is set again stands once, at the end", () => {
  const settings = new SettingList();
  for (const name of ["A", "B", "A"]) settings.add(name, ["x"]);
  expect(settings.all.map(({ name }) => name)).toEqual(["B", "A"]);
});

test("only variables that mean something poison what comes later", () => {
  const variables = new Map([
    ["LD_PRELOAD", "/tmp/x.so"],
    ["NAME", "x"],
  ]);
  expect(poisonOf(variables, new Scope(PLACE), GROUND).map(({ variable }) => variable)).toEqual(["LD_PRELOAD"]);
});
