import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  [`awk 'BEGIN { system("rm -rf /etc") }'`, "delete-vital"],
  [`awk 'BEGIN { print "x" > "/etc/passwd" }'`, "write-vital"],
  [`awk 'BEGIN { "rm -rf /etc" | getline }'`, "delete-vital"],
  [`awk 'BEGIN { while (("find /" | getline f) > 0) system("rm -f " f) }'`, "delete-unknown"],
])("%s: %s", (command, rule) => {
  expect(rulesOf(command)).toContain(rule);
});

test.each([
  `awk '{ print $1 }' a.txt`,
  `awk '!/^(#|$)/ { print $1 }' a.txt`,
  `awk -F: '/^[^$#\\/=]*:([^=]|$)/ { print $1 }' a.txt`,
])("%s only prints", (command) => {
  expect(rulesOf(command)).toEqual(["ordinary"]);
});

test.each([`awk '{ x = $0 / 2 | $1 }' f`, `awk '/x/ { system($0) } /y/' f`, `awk '/a/ { print "/" | $2 "/" }' f`])(
  "%s runs what it reads",
  (command) => {
    expect(rulesOf(command)).toContain("run-unknown-code");
  },
);
