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

test.each([
  "rm() { :; }; env rm -rf /etc",
  "rm() { :; }; bash -c 'rm -rf /etc'",
  "rm() { :; }; exec rm -rf /etc",
  "rm() { :; }; ls | xargs rm -rf /etc",
  "echo 'rm -rf /etc' > x.sh; rm() { :; }; sh x.sh",
])("a program that another one starts is not the function of its name: %s", (command) =>
  expect(rulesOf(command)).toContain("delete-vital"),
);

test.each(["alias rm=echo; \\rm -rf /etc", "alias rm=echo; 'rm' -rf /etc", "alias rm=echo; rm -rf /etc"])(
  "an alias may not be expanded: %s",
  (command) => expect(rulesOf(command)).toContain("delete-vital"),
);

test.each([
  "x=/etc; f() { local x=build; }; f; rm -rf $x",
  "x=/etc; f() { local x; x=build; }; f; rm -rf $x",
  "x=/etc; f() { declare x=build; }; f; rm -rf $x",
  "x=/etc; f() { l=local; $l x=build; }; f; rm -rf $x",
  "x=/etc; f() { loc{a..a}l x=build; }; f; rm -rf $x",
  "x=/etc; f() { builtin local x=build; }; f; rm -rf $x",
  "x=/etc; f() { command local x; x=build; }; f; rm -rf $x",
  "x=/etc; f() { n=x; local $n=build; }; f; rm -rf $x",
  "x=/etc; f() { n=x; local $n; x=build; }; f; rm -rf $x",
  "x=/etc; f() { local 'x=build'; }; f; rm -rf $x",
  "f() { local -n r=$1; r=rm; }; f c; o=-n; f() { local $o r=$1; r=/etc; }; f x; $c -rf $x",
  "f() { local -n r=$1; r=rm; }; f c; r=y; $c -rf /etc",
  "x=build; f() { o=-g; declare $o x=/etc; }; f; rm -rf $x",
  "x=build; f() { declare -{g..g} x=/etc; }; f; rm -rf $x",
  "x=build; f() { local x; declare -g x=/etc; x=dist; }; f; rm -rf $x",
  "f() { declare -g x=/etc; }; f; rm -rf $x",
  "x=/etc; g() { rm -rf $x; }; f() { local x=build; g; }; f; g",
])("a local variable ends with its function: %s", (command) => expect(rulesOf(command)).toContain("delete-vital"));

test.each([
  "x=/etc; f() { local x=build; rm -rf $x; }; f",
  "f() { local x; x=build; rm -rf $x; }; f",
  "x=/etc; f() { n=x; local $n; x=build; rm -rf $x; }; f",
])("a local variable is known in its function: %s", (command) => expect(rulesOf(command)).toEqual(["ordinary"]));
