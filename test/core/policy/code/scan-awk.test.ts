import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  [`awk 'BEGIN { system("rm -rf /etc") }'`, "delete-vital"],
  [`awk 'BEGIN { print "x" > "/etc/passwd" }'`, "write-vital"],
  [`awk 'BEGIN { "rm -rf /etc" | getline }'`, "delete-vital"],
])("%s: %s", (command, rule) => {
  expect(rulesOf(command)).toContain(rule);
});

test("awk that only prints is ordinary", () => {
  expect(rulesOf(`awk '{ print $1 }' a.txt`)).toEqual(["ordinary"]);
});
