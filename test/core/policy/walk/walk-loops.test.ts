import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import type { Verdict } from "../../../../src/core/policy/verdict.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const verdictOn = (command: string): Verdict => judge(command, PLACE);
const rulesOf = (command: string): readonly string[] => verdictOn(command).findings.map(({ rule }) => rule);
const wordsOf = (command: string): readonly string[] =>
  verdictOn(command).parts.map(({ argv }) => argv.map((word) => word ?? "?").join(" "));

/** Loops in loops, each with a counter of its own. */
const nested = (depth: number, body: string): string =>
  depth === 0 ? body : `for i${depth} in *; do ${nested(depth - 1, body)}; n${depth}=$((n${depth}+1)); done`;

describe("a loop that is walked again", () => {
  test("lists each command once for each of its words", () => {
    expect(wordsOf("X=a; for i in *; do echo $X; X=b; done")).toEqual(["echo a", "echo b"]);
    expect(wordsOf("n=0; for i in *; do ls; n=$((n+1)); done")).toEqual(["ls"]);
  });

  test("reports each finding once", () => {
    expect(rulesOf("n=0; for i in *; do rm -rf ~; n=$((n+1)); done")).toEqual(["delete-home"]);
  });

  test("says each variable it sets once, the last value last", () => {
    expect(verdictOn("for i in *; do PAGER=cat; PAGER=less; n=$n.; done").sets).toEqual([
      { name: "PAGER", value: "cat" },
      { name: "PAGER", value: "less" },
    ]);
  });

  test("sets a trap once", () => {
    const traps = Array.from({ length: 20 }, (_, i) => `trap 'ls ${i}' EXIT;`).join(" ");
    expect(rulesOf(`for i in *; do ${traps} s=$s.; done`)).toEqual(["ordinary"]);
  });

  test("keeps the decision of the turn that was worst", () => {
    const { parts } = verdictOn("for i in *; do rm -rf ./*; cd /tmp/x; s=$s.; done");
    expect(parts.filter(({ argv }) => argv[0] === "rm").map(({ decision }) => decision)).toEqual(["ask"]);
  });

  test("gives the same verdict twice", () => {
    const command = 'X=a; while read l; do echo "$X" > f; X=$X/$l; bash f; done < <(ls)';
    expect(verdictOn(command)).toEqual(verdictOn(command));
  });
});

describe("a loop comes to rest", () => {
  test.each([
    "i=0; while :; do i=$((i+1)); sleep 1; done",
    's=""; while read l; do s="$s x"; done < f',
    's=""; while read l; do s="x$s"; done < f',
    "s=x; while read l; do s=$s$s; done < f",
    "a=(); while read l; do a+=($l x); done < f",
    'a=(x); while read l; do a=("${a[@]}" "${a[0]}/y"); done < f',
    "while read l; do echo $l >> f.log; done < f",
    "while read l; do printf x >> f.log; done < f",
    "while cd ..; do pwd; done",
    "while cd sub; do pwd; done",
    "while read l; do f() { g() { ls; }; g; }; f; done < f",
    "while read l; do eval 'f() { ls; }'; f; done < f",
    "while read l; do cat <(echo $l); done < f",
    'f() { f "$1/x"; }; f a',
    'f() { f "$@" x; }; f a',
    "f() { f; g; }; g() { f; g; }; f",
  ])("%s", (command) => {
    expect(rulesOf(command)).not.toContain("too-many");
  });

  test("or is asked about", () => {
    const chain = Array.from({ length: 20 }, (_, i) => `v${i}=$v${i + 1};`).join(" ");
    const values = Array.from({ length: 21 }, (_, i) => `v${i}=${i};`).join(" ");
    expect(rulesOf(`${values} for i in *; do ${chain} v20=x; done`)).toContain("too-many");
  });
});

describe("what loops cost", () => {
  test("loops in loops do not use up what one judgement may look at", () => {
    expect(rulesOf(nested(12, 'rm -rf "build/$i1"; s="$s x"'))).toEqual(["ordinary"]);
  });

  test("a long body may be walked again", () => {
    const body = Array.from({ length: 1200 }, (_, i) => `v${i}=x; echo $v${i};`).join(" ");
    expect(rulesOf(`for i in *; do ${body} done`)).toEqual(["ordinary"]);
  });

  test("a text that grows in many ways is given up", () => {
    expect(rulesOf(`for i in *; do ${'s="$s$s x"; '.repeat(1000)} done`)).toContain("too-many");
  });
});

describe("turns of a for whose words are known", () => {
  test("are walked in their order", () => {
    expect(rulesOf('X=~; for i in 1; do rm -rf "build"; X=build; done')).toEqual(["ordinary"]);
    expect(rulesOf('for i in 1; do rm -rf "$X/x"; X=~; done')).not.toContain("delete-home");
    expect(rulesOf('X=build; for i in 1; do rm -rf "$X"; X=~; done')).toEqual(["ordinary"]);
    expect(rulesOf('X=build; for i in 1 2; do rm -rf "$X"; X=~; done')).toEqual(["delete-home"]);
  });

  test("print one after the other", () => {
    expect(rulesOf("for w in rm ' -rf ' /; do printf %s \"$w\"; done | sh")).toContain("delete-vital");
  });
});

describe("a function that calls itself", () => {
  test("in another process is a fork bomb", () => {
    expect(rulesOf("f() { f | f & }; f")).toContain("fork-bomb");
    expect(rulesOf("f() { g & g; }; g() { f & f; }; f")).toContain("fork-bomb");
  });

  test("is no fork bomb where it waits", () => {
    expect(rulesOf("f() { if make; then f; fi; }; f")).toEqual(["ordinary"]);
  });

  test("leaves the caller's arguments alone", () => {
    expect(rulesOf('f() { [ $2 ] && f ~; rm -rf "$1"; }; g() { f build; rm -rf "$1"; }; g dist')).toContain(
      "delete-home",
    );
    expect(rulesOf('f() { [ $2 ] && f dist; ls; }; set -- build; f ~; rm -rf "$1"')).toEqual(["ordinary"]);
  });
});
