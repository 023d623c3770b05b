import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  [`python3 -c 'import os; os.system("rm -rf /etc")'`, "delete-vital"],
  [`python3 -c 'import subprocess; subprocess.run(["rm", "-rf", "/etc"])'`, "delete-vital"],
  [`python3 -c 'import shutil; shutil.rmtree("/etc")'`, "delete-vital"],
  [`node -e 'require("fs").writeFileSync("/etc/passwd", "")'`, "write-vital"],
  [`python3 -c 'print(open("/home/dev/.ssh/id_rsa").read())'`, "read-secret"],
  [`node -e 'fetch("https://a.example/x")'`, "network"],
  [`awk 'BEGIN { system("rm -rf /etc") }'`, "delete-vital"],
  [`python3 -c '${"#".repeat(65_000)}${"x".repeat(600)}'`, "too-long"],
])("code that does harm: %s", (command, rule) => {
  expect(rulesOf(command)).toContain(rule);
});

test.each([
  `python3 -c 'print("rm -rf /etc")'`,
  `node -e 'console.log(require("fs").readFileSync("package.json", "utf8"))'`,
  `awk '{ print $1 }' a.txt`,
])("code that does none: %s", (command) => {
  expect(rulesOf(command)).toEqual(["ordinary"]);
});

test("what code prints is what a pipe hands on", () => {
  expect(rulesOf(`python3 -c 'print("rm -rf /etc")' | sh`)).toContain("delete-vital");
});
