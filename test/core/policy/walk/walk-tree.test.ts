import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  "if a; then rm -rf /etc; fi",
  "a || rm -rf /etc",
  "case x in y) rm -rf /etc;; esac",
  "( rm -rf /etc )",
  "{ rm -rf /etc; }",
  "echo $(rm -rf /etc)",
  "cat <(rm -rf /etc)",
  "! rm -rf /etc",
  "time rm -rf /etc",
])("%s is walked into", (command) => expect(rulesOf(command)).toContain("delete-vital"));

test("what a subshell sets stays in it", () => {
  expect(rulesOf("x=build; (x=/etc); rm -rf $x")).toEqual(["ordinary"]);
  expect(rulesOf("x=build; { x=/etc; }; rm -rf $x")).toContain("delete-vital");
});
