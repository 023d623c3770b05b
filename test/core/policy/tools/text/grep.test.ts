import { describe, expect, test } from "vitest";
import { acts, prints } from "../../../../../src/core/policy/tools/effect.ts";
import { asksForSecret, grep, treeGrep } from "../../../../../src/core/policy/tools/text/grep.ts";
import {
  ENVIRONMENT,
  FILE,
  HISTORY,
  LOCAL,
  NUMBER,
  OUTPUT,
  TAIL,
} from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test.each(["API_KEY", "password", "key", "AKIA"])("%s asks for a secret", (pattern) => {
  expect(asksForSecret(pattern)).toBe(true);
});

test.each(["keyboard", "monkey", "PATH"])("%s does not", (pattern) => {
  expect(asksForSecret(pattern)).toBe(false);
});

describe("grep", () => {
  const read = (path: string, recursive: boolean, unseen: boolean): unknown => ({
    kind: "reads",
    path,
    recursive,
    unseen,
  });

  test.each([
    ["grep x a.txt", [read("a.txt", false, false), prints(OUTPUT + FILE)]],
    ["grep -r x lib", [read("lib", true, false), prints(OUTPUT + FILE)]],
    ["grep -e x a.txt", [read("a.txt", false, false), prints(OUTPUT + FILE)]],
    ["grep -f list a.txt", [read("list", false, false), read("a.txt", false, false), prints(OUTPUT + FILE)]],
    ["grep -c x a.txt", [read("a.txt", false, true), prints(NUMBER)]],
    ["grep -l x a.txt", [read("a.txt", false, true), prints(TAIL)]],
  ])("%s", (line, effects) => {
    expect(grep(callOf(line))).toEqual(effects);
  });

  test("a harmless pattern takes the secrets out of the environment, its opposite does not", () => {
    expect(grep(callOf("grep PATH", ENVIRONMENT))).toEqual([prints(OUTPUT + LOCAL)]);
    expect(grep(callOf("grep -v PATH", ENVIRONMENT))).toEqual([prints(OUTPUT + ENVIRONMENT)]);
    expect(grep(callOf("grep TOKEN", ENVIRONMENT))).toEqual([prints(OUTPUT + ENVIRONMENT)]);
  });

  test("secrets may be looked for in the history", () => {
    expect(grep(callOf("grep token", HISTORY))).toContainEqual(acts("read-secret", "the history"));
    expect(grep(callOf("grep make", HISTORY))).not.toContainEqual(acts("read-secret", "the history"));
  });

  test("a device without end is never searched through", () => {
    expect(grep(callOf("grep x /dev/zero"))).toContainEqual(acts("exhaust"));
  });
});

test("a search of trees goes down by itself", () => {
  expect(treeGrep(callOf("rg x lib"))[0]).toMatchObject({ path: "lib", recursive: true });
});
