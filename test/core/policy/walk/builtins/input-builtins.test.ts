import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  "read x <<< /etc; rm -rf $x",
  "read -r a b <<< 'x /etc'; rm -rf $b",
  'mapfile -t a <<< /etc; rm -rf "${a[0]}"',
  "echo 'rm -rf /etc' > x.sh; source x.sh",
  "echo 'rm -rf /etc' > x.sh; . ./x.sh",
])("%s uses what it read", (command) => {
  expect(rulesOf(command)).toContain("delete-vital");
});

test("a script that cannot be known is asked about, one of a known name is not", () => {
  expect(rulesOf("source $UNHEARD_OF")).toEqual(["run-unknown-code"]);
  expect(rulesOf("source $UNHEARD_OF/activate")).toEqual(["ordinary"]);
});

test("to source a credential is to read it; a project's own settings are only set", () => {
  const decide = (command: string) => judge(command, PLACE).decision;
  expect([". ~/.ssh/id_rsa", "source .env"].map(decide)).toEqual(["deny", "allow"]);
});
