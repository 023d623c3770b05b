import { expect, test } from "vitest";
import { FindingList } from "../../../../src/core/policy/walk/finding-list.ts";

const at = (start: number) => ({ text: "x", span: [start, start + 1] as const });

test("the same finding is not taken twice, one of another command is", () => {
  const list = new FindingList();
  list.report("publish", at(0));
  list.report("publish", at(0), "again");
  list.about(2);
  list.report("publish", at(0));
  expect(list.all.map(({ by }) => by)).toEqual([undefined, 2]);
});

test("questions fill half the list, denials still find room", () => {
  const list = new FindingList();
  for (let i = 0; i < 100; i++) list.report("publish", at(i));
  expect(list.all).toHaveLength(60);
  expect(list.worstSince(0)).toBe("ask");
  list.report("delete-vital", at(0));
  expect(list.all).toHaveLength(61);
  expect(list.worstSince(60)).toBe("deny");
  expect(list.worstSince(61)).toBe("allow");
});

test("what surrounds a command is not its own doing", () => {
  const list = new FindingList();
  list.around(() => list.report("publish", at(0)));
  list.report("publish", at(1), "npm");
  expect(list.all.map(({ cause }) => cause)).toEqual(["surroundings", "command"]);
  expect(list.all[1]?.finding.reason).toMatch(/\(npm\)$/);
});
