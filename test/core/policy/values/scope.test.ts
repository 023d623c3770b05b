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

describe("what a branch may or may not have set", () => {
  test.each([
    'a=(/usr); if make; then a=(build); fi; rm -rf "${a[@]}"',
    'a=(build); if make; then a=(/usr); fi; rm -rf "${a[0]}"',
    'set -- /usr; if make; then set -- build; fi; rm -rf "$1"',
    "f() { rm -rf /usr; }; if make; then f() { ls; }; fi; f",
    "if make; then rm() { ls; }; fi; rm -rf /usr",
    'x=/usr; y=build; declare -n r=x; if make; then declare -n r=y; fi; rm -rf "$r"',
    'x=build; y=build; declare -n r=x; if make; then declare -n r=y; fi; r=/usr; rm -rf "$y"',
    "alias go='rm -rf /usr'; if make; then alias go=ls; fi; go",
    "echo 'rm -rf /usr' > s.sh; if make; then echo ls > s.sh; fi; bash s.sh",
    'for d in /usr /home/dev/app/build; do cd "$d"; rm -rf ./*; done',
  ])("%s", (command) => {
    expect(rulesOf(command)).toContain("delete-vital");
  });

  test.each([
    'a=(build); if make; then a=(dist); fi; rm -rf "${a[@]}"',
    'set -- build; if make; then set -- dist; fi; rm -rf "$1"',
    "if make; then alias ll='ls -l'; fi; ll",
    "if make; then t() { ls; }; else t() { pwd; }; fi; t",
  ])("%s is ordinary", (command) => {
    expect(rulesOf(command)).toEqual(["ordinary"]);
  });
});
