import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const decide = (command: string): string => judge(command, PLACE).decision;

test.each([
  "declare -l x=RM; $x -rf /etc",
  "declare -l x; x=RM; $x -rf /etc",
  "typeset -l x; x=/ETC; rm -rf $x",
  "declare -i x='a[$(rm -rf /etc)0]'",
  "declare -i x; x='a[$(rm -rf /etc)0]'",
  "declare -li x; x='a[$(rm -rf /etc)0]'",
  "declare -i x; declare -l x; x='a[$(rm -rf /etc)0]'",
  "declare -i x; t='rm -rf ${x:=/etc}'; x='a[$(eval \"$t\")0]'",
  "t='rm -rf ${x:=/etc}'; declare -i x='a[$(eval \"$t\")0]'",
  "declare -i x; t='rm -rf ${x:=/etc}'; read x <<< 'a[$(eval \"$t\")0]'",
  "declare -i x; read x <<< 'a[$(rm -rf /etc)0]'",
  "declare -i x; read -a x <<< 'a[$(rm${IFS}-rf${IFS}/etc)0]'",
  "declare -i x; printf -v x '%s%s' 'a[$(rm -rf ' '/etc)0]'",
  "declare -i x; mapfile -t x <<< 'a[$(rm -rf /etc)0]'",
  "declare -i x; for x in 'a[$(rm -rf /etc)0]'; do :; done",
  "declare -i x; : ${x:='a[$(rm -rf /etc)0]'}",
  "declare -i x; y='a[$(rm -rf /etc)0]'; x=y+1",
  "declare -i x; y=z z='a[$(rm -rf /etc)0]'; x=y",
  "declare -n r=x; declare -i x; r='a[$(rm -rf /etc)0]'",
  "declare -n r=x; declare -i r; x='a[$(rm -rf /etc)0]'",
  "declare -a 'x=(rm -rf /etc)'; \"${x[@]}\"",
  "y=/etc; declare -n x=y; rm -rf $x",
])("%s is denied: attributes count", (command) => {
  expect(decide(command)).toBe("deny");
});

test.each([
  "declare -l x=DIST; rm -rf $x",
  "declare -i n=3; echo $n",
  "declare -i n; n=n+1; n+=2; echo $n",
  "declare -u NAME=dev; echo $NAME",
])("%s is ordinary", (command) => {
  expect(decide(command)).toBe("allow");
});
