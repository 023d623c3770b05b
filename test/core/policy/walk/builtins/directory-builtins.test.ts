import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const decide = (command: string): string => judge(command, PLACE).decision;

test.each([
  "cd /; rm -rf ./etc",
  "cd /etc; cd /tmp; rm -rf ~-",
  "pushd /etc; pushd /tmp; rm -rf ~1",
  "pushd /etc; pushd /tmp; rm -rf ~+1",
  "pushd /tmp; pushd /etc; rm -rf ~0",
  "pushd /etc; pushd /tmp; rm -rf ~-1",
  "pushd /etc; pushd /tmp; pushd; rm -rf ~+",
  "pushd /etc; pushd /tmp; pushd +1; rm -rf ~+",
  "pushd /etc; pushd /tmp; popd; rm -rf $PWD",
  'pushd /etc; pushd /tmp; rm -rf "${DIRSTACK[1]}"',
  'pushd /tmp; cd /etc; rm -rf "${DIRSTACK[0]}"',
  'pushd /etc; pushd /tmp; rm -rf "$(dirs -l +1)"',
  "pushd -n /etc; popd; rm -rf $PWD",
  'CDPATH=/ cd etc; rm -rf "$PWD"',
  'CDPATH=/; cd etc; rm -rf "$PWD"',
])("%s is denied: the directory is followed", (command) => {
  expect(decide(command)).toBe("deny");
});

test.each([
  "pushd src; popd; rm -rf dist",
  "pushd src; pushd ../test; rm -rf ~1/build",
  "cd src && cd - && rm -rf dist",
])("%s stays in the workspace", (command) => {
  expect(decide(command)).toBe("allow");
});
