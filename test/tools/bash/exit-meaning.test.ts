import { expect, test } from "vitest";
import { exitMeaning } from "../../../src/tools/bash/exit-meaning.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const ANSWERS: readonly (readonly [command: string, says: string])[] = [
  ["grep x file", "no line matched"],
  ["/usr/bin/grep -r x .", "no line matched"],
  ["LC_ALL=C grep x file", "no line matched"],
  ["cat file | grep 'a|b'", "no line matched"],
  ["cd src && rg foo 2>/dev/null", "no line matched"],
  ['rg "$name" .', "no line matched"],
  ["git grep x", "no line matched"],
  ["diff a b", "the files differ"],
  ["git diff --exit-code", "there are differences"],
  ["echo hi; test -e x", "the condition is false"],
  ["[ -e x ]", "the condition is false"],
  ["pgrep node", "no process matched"],
  ["command -v nothing", "no such program was found"],
];

test.each(ANSWERS)("exit code 1 of %s is an answer: %s", (command, says) => {
  expect(exitMeaning(command, 1, "")).toContain(says);
});

test.each([
  "false",
  "npm test",
  "grep x f; false",
  "grep x f | cat",
  "git commit",
  "(grep x f)",
  "grep x f &",
  "git",
  "",
])("exit code 1 of %j is a failure", (command) => {
  expect(exitMeaning(command, 1, "")).toBeUndefined();
});

test("one that complains has failed", () => {
  expect(exitMeaning("cd nowhere && grep x f", 1, "bash: cd: nowhere: No such file or directory\n")).toBeUndefined();
});

test("127 and 126 are explained only where bash says why", () => {
  expect(exitMeaning("nosuch", 127, "bash: line 1: nosuch: command not found\n")).toBe("no such command was found");
  expect(exitMeaning("./file", 126, "bash: line 1: ./file: Permission denied\n")).toBe(
    "the file was found but cannot be executed",
  );
  expect(exitMeaning("set -u; echo $nope", 127, "bash: line 1: nope: unbound variable\n")).toBeUndefined();
  expect(exitMeaning("exit 126", 126, "")).toBeUndefined();
  expect(exitMeaning("grep x f", 2, "")).toBeUndefined();
});

test("a search without a match is a failed result that says it is no failure", async () => {
  const { bash } = openToolkit();
  const result = await bash("echo something | grep nothing");
  expect(result).toMatchObject({
    success: false,
    metadata: { exit_code: 1, exit_meaning: expect.stringContaining("no line matched") },
  });
  expect(result.error).toMatch(
    /^Command failed with exit code 1\n\[note\] exit code 1 of grep is an answer, not a failure: no line matched$/,
  );
});
