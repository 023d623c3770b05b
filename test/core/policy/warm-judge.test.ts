import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { EVERYDAY, warmJudge } from "../../../src/core/policy/warm-judge.ts";

test("what a host warms up with is allowed, each text, so that it leads where everyday texts lead", () => {
  const where = { cwd: "/p", home: "/home/user", workspace: "/p" };
  expect(EVERYDAY.filter((text) => judge(text, where).decision !== "allow")).toEqual([]);
});

test("a host warms up once, and comes to an end of it", async () => {
  const first = warmJudge();
  expect(warmJudge()).toBe(first);
  await first;
});
