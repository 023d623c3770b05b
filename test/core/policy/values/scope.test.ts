import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

describe("names that stand for other names", () => {
  test.each([
    "declare -n r=c; c=rm; $r -rf /",
    "c=rm; declare -n r=c; $r -rf /",
    "typeset -n t=p; t=/; rm -rf $p",
    "f() { local -n out=$1; out=/etc; }; f p; rm -rf $p",
    "declare -n a=b; declare -n b=c; c=/usr; rm -rf $a",
  ])("%s", (command) => {
    expect(rulesOf(command)).toContain("delete-vital");
  });

  test("a name that refers to itself ends", () => {
    expect(rulesOf("declare -n a=b; declare -n b=a; echo $a")).toEqual(["ordinary"]);
  });
});
