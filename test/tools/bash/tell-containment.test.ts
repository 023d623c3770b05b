import { expect, test } from "vitest";
import { tellContainment } from "../../../src/tools/bash/tell-containment.ts";
import { WORDS } from "../../../src/tools/words.ts";

test("a session is told once what does not hold, and again when it changes", () => {
  const [one, two] = [Object({ session: 1 }), Object({ session: 2 })];
  const partial = (...reasons: readonly string[]) => ({ level: "partial", reasons }) as const;
  const told = (session: object, reasons: readonly string[]): readonly string[] =>
    tellContainment(Object(session), partial(...reasons), WORDS);
  expect(told(one, ["no perl"])).toEqual([WORDS.partlyContained(["no perl"])]);
  expect(told(one, ["no perl"])).toEqual([]);
  expect(told(two, ["no perl"])).toHaveLength(1);
  expect(told(one, ["no perl", "too large"])).toEqual([WORDS.partlyContained(["no perl", "too large"])]);
});

test.each(["full", "none"] as const)("%s is what the operator asked for", (level) => {
  expect(tellContainment(Object({}), { level, reasons: ["said elsewhere"] }, WORDS)).toEqual([]);
});
