import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  "x='a[$(rm -rf /etc)]'; [[ $x -eq 1 ]]",
  "[[ -v 'a[$(rm -rf /etc)]' ]]",
  "[[ ! ( a && -n $(rm -rf /etc) ) ]]",
])("%s runs what hides in its words", (command) => expect(rulesOf(command)).toContain("delete-vital"));

test("a text that is compared as text is not evaluated", () => {
  expect(rulesOf("x='a[$(rm -rf /etc)]'; [[ $x == 1 ]]")).toEqual(["ordinary"]);
});
