import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hostsOpened, rulesOf, userRulesOf } from "../../src/tools/policy-rules.ts";
import { tempDir } from "../support/temp-dir.ts";

const RULE = { id: "first", decision: "deny", reason: "No.", match: ["frob *"] } as const;

test("rules from code and from a file count together", () => {
  const rulesFile = join(tempDir(), "rules.json");
  writeFileSync(rulesFile, JSON.stringify({ rules: [{ ...RULE, id: "second" }] }));
  const both = rulesOf({ rules: [RULE], rulesFile });
  expect(both.rules.map(({ id }) => id)).toEqual(["first", "second"]);
  expect(rulesOf().rules).toEqual([]);
});

test("a rules file that cannot be read refuses the start", () => {
  const rulesFile = join(tempDir(), "missing.json");
  expect(() => rulesOf({ rulesFile })).toThrow(`${rulesFile} cannot be read (it does not exist)`);
});

test("the hosts that a sandbox is opened to by name need no question", () => {
  const network = { allow: ["example.com", "*.example.org"] };
  expect(hostsOpened({ profile: "workspace", network }).hosts).toEqual(["example.com"]);
  for (const sandbox of [undefined, "workspace", { profile: "workspace", network: "on" }] as const)
    expect(hostsOpened(sandbox).hosts).toEqual([]);
});

test("the user's rules are not taken from a workspace, but for nacre's directory in a home", () => {
  const workspace = tempDir();
  const rules = (directory: string | undefined): unknown => userRulesOf(directory, { home: workspace, workspace });
  expect(rules(undefined)).toBeUndefined();
  expect(() => rules(join(workspace, "config", "nacre"))).toThrow("lies in the workspace, where commands write");
  expect([rules(join(workspace, ".config", "nacre")), rules("/elsewhere/nacre")]).toEqual(
    [{}, {}].map(() => expect.anything()),
  );
});
