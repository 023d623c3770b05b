import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** A name that goes is a break for somebody, a name that comes is a promise: both are changed here on purpose. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "./policy": ["Fault", "RULES", "isFault", "joinRules", "judge", "parseRules"],
  "./mcp": ["createMcpServer"],
  "./ai-sdk": ["aiTools"],
  "./langchain": ["langchainTools"],
  "./openai": ["openaiChatTools", "openaiShellTool", "openaiTools", "runOpenAIToolCall"],
  "./openai-agents": ["openaiAgentsShell", "openaiAgentsTools"],
  "./anthropic": ["anthropicBash", "anthropicTools", "runAnthropicToolUse"],
  "./claude-agent-sdk": ["claudeMcpServer"],
};

const { exports: doors }: { exports: Record<string, string | { types: string; default: string }> } = JSON.parse(
  readFileSync("package.json", "utf8"),
);

test("the package opens these doors and no others", () => {
  expect(Object.keys(doors)).toEqual([".", ...Object.keys(NAMES), "./package.json"]);
});

test.each(Object.entries(NAMES))("nacre%s exports these values and no others", async (path, names) => {
  const door = doors[path];
  const file = typeof door === "object" ? door.default : "";
  const source = file.replace("./dist/", "../../src/").replace(/\.js$/, ".ts");
  const exported: object = await import(source);
  expect(Object.keys(exported).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(names);
});

test.each(["ai-sdk", "openai", "openai-agents", "anthropic"])(
  "nacre/%s needs its framework only to be typed",
  (name) => {
    const files = name.startsWith("openai") ? [name, "openai", "openai-shell", "openai-strict"] : [name, "live-call"];
    const sources = files.map((file) => readFileSync(`src/adapters/${file}.ts`, "utf8")).join("\n");
    expect(
      [...sources.matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from).filter((from) => /^[^.n]/.test(from)),
    ).toEqual([]);
  },
);

test("nacre/policy uses nothing of Node: a browser's bundle can be made of it", async () => {
  const bundle = await build({
    entryPoints: ["src/policy.ts"],
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    logLevel: "silent",
  });
  expect(bundle.errors).toEqual([]);
});
