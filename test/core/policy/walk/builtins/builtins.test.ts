import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  ["eval 'rm -rf /etc'", "delete-vital"],
  ["cd /etc && rm -rf ./*", "delete-vital"],
  ["trap 'rm -rf /etc' EXIT", "delete-vital"],
  ["set -- /etc; shift 0; rm -rf $1", "delete-vital"],
  ["alias x='rm -rf /etc'; x", "delete-vital"],
  ["command rm -rf /etc", "delete-vital"],
  ["printf -v x %s /etc; rm -rf $x", "delete-vital"],
])("%s: %s", (command, rule) => {
  expect(rulesOf(command)).toContain(rule);
});

test.each(["eval ls", "trap 'echo bye' EXIT", "set -euo pipefail", "type rm"])("%s is ordinary", (command) => {
  expect(rulesOf(command)).toEqual(["ordinary"]);
});
