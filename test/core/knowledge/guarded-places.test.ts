import { expect, test } from "vitest";
import { SEALED_NAMES } from "../../../src/core/knowledge/guarded-places.ts";
import { judge } from "../../../src/core/policy/judge.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string): string => judge(command, PLACE).decision;

test.each(SEALED_NAMES)("what the sandbox seals the policy does not let a command write: %s", (name) => {
  expect([decisionOf(`echo x > ${name}`), decisionOf(`cp x ${name}/x`)]).not.toContain("allow");
});

test.each([".mcp", ".cline", ".nacre", "lefthook.yml", ".lefthook.yml"])(
  "what the policy guards because it runs by itself the sandbox seals: %s",
  (name) => expect(SEALED_NAMES).toContain(name),
);

test.each([".cursorrules", ".goosehints", ".github/copilot-instructions.md", ".devcontainer"])(
  "the policy guards %s, which the sandbox leaves open: it is words, or its reader asks first",
  (name) => {
    expect(decisionOf(`echo x > ${name}`)).not.toBe("allow");
    expect(SEALED_NAMES).not.toContain(name);
  },
);

test("git's own file that leads to other settings is guarded as its settings are", () => {
  expect(decisionOf("echo ../x > .git/commondir")).toBe("deny");
});
