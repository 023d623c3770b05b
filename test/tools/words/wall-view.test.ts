import { expect, test } from "vitest";
import { createMcpServer } from "../../../src/adapters/mcp.ts";
import { createToolkit, WORDS } from "../../../src/index.ts";
import { wallViewOf } from "../../../src/tools/words/wall-view.ts";

test("what was asked of a sandbox is what commands can see and change", () => {
  expect(wallViewOf("none", "/w")).toBeUndefined();
  expect(wallViewOf("workspace", "/w")).toEqual({ shown: ["/w"], writable: ["/w"], network: "on" });
  expect(wallViewOf("readonly", "/w")).toEqual({ shown: ["/w"], writable: [], network: "on" });
  const more = { profile: "workspace", network: { allow: ["x"] }, read: ["/r"], write: ["/o"] } as const;
  expect(wallViewOf(more, "/w")).toEqual({ shown: ["/w", "/r", "/o"], writable: ["/w", "/o"], network: "listed" });
});

test("one sentence says it", () => {
  expect(WORDS.wall({ shown: ["/w"], writable: ["/w"], network: "on" })).toBe(
    "Sandboxed: only the system and /w are there, only /w, /tmp and ~ can be changed, and /tmp and ~ are private and, but for package caches, temporary.",
  );
  expect(WORDS.wall({ shown: ["/w"], writable: [], network: "off" })).toMatch(
    /only \/tmp and ~ can be changed, .*; there is no network\.$/,
  );
  expect(WORDS.wall({ shown: ["/w"], writable: [], network: "listed" })).toMatch(
    /; only listed hosts can be reached\.$/,
  );
});

test("the description of Bash and a server's instructions have it behind a sandbox, and only there", async () => {
  const sentence = /Sandboxed: only the system and \/w /;
  const kit = createToolkit({ sandbox: "workspace", workingDir: "/w" });
  expect(kit.schemas("anthropic")[0]?.description).toMatch(sentence);
  expect(JSON.stringify(kit.schemas("mcp")).length / 4).toBeLessThan(1450);
  expect(Object.values(createMcpServer(kit)).filter((value) => sentence.test(String(value)))).toHaveLength(1);
  const bare = createToolkit();
  expect(bare.wall).toBeUndefined();
  expect(bare.schemas("anthropic")[0]?.description).not.toContain("Sandboxed");
  await Promise.all([kit.dispose(), bare.dispose()]);
});
