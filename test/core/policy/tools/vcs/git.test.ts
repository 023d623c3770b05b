import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test("a repository in a temporary directory brings settings that git runs, unless git has just made it", () => {
  expect(rulesOf("cd /tmp/x && git status")).toEqual(["run-helper"]);
  expect(rulesOf("cd /tmp/x && git init && git status")).toEqual(["ordinary"]);
});

test("options of git are not options of its command", () => {
  expect(rulesOf("git -C lib branch topic")).toEqual(["ordinary"]);
  expect(rulesOf("git branch -C old new")).toEqual(["git-discard"]);
  expect(rulesOf("git log --git-dir=x")).toEqual(["ordinary"]);
});

test("the last -C is the directory git works in", () => {
  expect(rulesOf("git -C /etc -C /home/dev/app commit -m x")).toEqual(["ordinary"]);
  expect(rulesOf("git -C . -C /etc commit -m x")).toEqual(["work-outside"]);
});
