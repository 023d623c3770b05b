import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each(["cat", "tac", "nl", "strings", "less"])("%s hands on what it shows", (name) => {
  expect(rulesOf(`echo 'rm -rf /etc' | ${name} | sh`)).toContain("delete-vital");
});

test("ls prints the names in a directory, and -d the paths it is given", () => {
  expect(rulesOf("cd build && rm -rf $(ls)")).toEqual(["ordinary"]);
  expect(rulesOf("rm -rf $(ls -d /etc/*)")).toContain("delete-vital");
  expect(rulesOf("rm -rf build/$(ls /etc)")).toEqual(["ordinary"]);
});

test("the facts of a file are not its contents", () => {
  expect(rulesOf("stat ~/.ssh/id_rsa")).toEqual(["ordinary"]);
  expect(rulesOf("cat ~/.ssh/id_rsa")).toEqual(["read-secret"]);
});
