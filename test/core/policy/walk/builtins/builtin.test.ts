import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each(["read 'a[$(rm -rf /etc)]'", "unset 'a[$(rm -rf /etc)]'"])(
  "%s evaluates a subscript in spite of its quotes",
  (command) => {
    expect(rulesOf(command)).toContain("delete-vital");
  },
);

test("a subscript that runs nothing is nothing", () => {
  expect(rulesOf("unset 'a[1]'")).toEqual(["ordinary"]);
});
