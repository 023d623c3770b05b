import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  ["sh <<< 'rm -rf /etc'", "delete-vital"],
  ["sh <<E\nrm -rf /etc\nE", "delete-vital"],
  ["x=/etc; sh <<E\nrm -rf $x\nE", "delete-vital"],
  ["ls &> /etc/x", "write-vital"],
  ["cat < ~/.ssh/id_rsa", "read-secret"],
  ["cat <> /etc/x", "write-vital"],
])("%j: %s", (command, rule) => {
  expect(rulesOf(command)).toContain(rule);
});

test("a descriptor is no file", () => {
  expect(rulesOf("ls > /dev/null 2>&1")).toEqual(["ordinary"]);
});
