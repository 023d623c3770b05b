import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  "f() { rm -rf $1; }; f /etc",
  "f() { x=/etc; }; f; rm -rf $x",
  "f() { rm -rf /etc; }",
  "f() { echo /etc; }; rm -rf $(f)",
])("%s", (command) => expect(rulesOf(command)).toContain("delete-vital"));

test.each(["f() { rm -rf $1; }; f build", "f() { [ $1 = 0 ] || f 0; }; f 3"])("%s is ordinary", (command) =>
  expect(rulesOf(command)).toEqual(["ordinary"]),
);

test("a function that calls itself twice is a fork bomb", () => {
  expect(rulesOf("f() { f | f & }; f")).toContain("fork-bomb");
});
