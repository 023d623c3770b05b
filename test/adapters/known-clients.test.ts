import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hiddenToolsOf, knownClient } from "../../src/adapters/known-clients.ts";

test.each([
  ["codex-mcp-client", { visibleBytes: 47_000 }],
  ["opencode", { visibleLines: 2000, visibleBytes: 51_000 }],
  ["qwen-cli-mcp-client-nacre", { visibleChars: 27_500 }],
])("%s is known by the name that it gives itself", (name, facts) => {
  expect(knownClient(name)).toMatchObject(facts);
});

test.each(["claude-code", "codex-mcp-client-2", "my opencode", "", undefined, 7])("%j is not", (name) => {
  expect(knownClient(name)).toBeUndefined();
});

test("the page names what each known client is shown", () => {
  const rows = [
    ...readFileSync("docs/mcp.md", "utf8").matchAll(/^\|.*\| `([^`]+)` \| ([\d,]+) (characters|lines|bytes) \|$/gm),
  ];
  expect(rows.length).toBeGreaterThan(4);
  for (const [row, name = "", figure = "", unit] of rows) {
    const {
      visibleChars: characters,
      visibleLines: lines,
      visibleBytes: bytes,
    } = knownClient(name.replace("…", "nacre")) ?? {};
    const shown = new Map(Object.entries({ characters, lines, bytes })).get(unit ?? "");
    expect([row, shown]).toEqual([row, Number(figure.replaceAll(",", ""))]);
  }
});

test("a client that hides a tool is named, unless the tool has another name", () => {
  expect(hiddenToolsOf("continue-cli-client", ["Bash", "BashOutput"])).toContain("--prefix nacre_");
  expect(hiddenToolsOf("continue-cli-client", ["nacre_bash", "nacre_bash_output"])).toBeUndefined();
  expect(hiddenToolsOf("codex-mcp-client", ["Bash"])).toBeUndefined();
});
