import { expect, test } from "vitest";
import { clientSnippets, httpSnippets } from "../../../src/apps/cli/client-snippets.ts";

/** What stands below a client's heading. */
const blockOf = (text: string, client: string): string =>
  text
    .split(/^# /m)
    .find((block) => block.startsWith(client))
    ?.split("\n")
    .slice(1)
    .join("\n") ?? "";

test("each client is told to start nacre with these words", () => {
  const text = clientSnippets(["mcp", "--workspace", "/a b"]);
  const server = { command: "nacre", args: ["mcp", "--workspace", "/a b"] };
  expect(blockOf(text, "Claude Code")).toBe("claude mcp add nacre -- nacre mcp --workspace '/a b'\n\n");
  expect(JSON.parse(blockOf(text, "Claude Desktop"))).toEqual({ mcpServers: { nacre: server } });
  expect(JSON.parse(blockOf(text, "VS Code"))).toEqual({ servers: { nacre: { type: "stdio", ...server } } });
  expect(blockOf(text, "Codex")).toContain('args = ["mcp","--workspace","/a b"]');
});

test("a word with a quote in it stays one word of the shell", () => {
  expect(clientSnippets(["it's"])).toContain("nacre 'it'\\''s'\n");
});

test("over HTTP the address is given, and the token stays in its file", () => {
  const text = httpSnippets("http://127.0.0.1:1/mcp", "/home/a b/token");
  expect(blockOf(text, "Claude Code")).toContain(`"Authorization: Bearer $(cat '/home/a b/token')"`);
  expect(JSON.parse(blockOf(text, "Gemini"))).toEqual({
    mcpServers: { nacre: { httpUrl: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer TOKEN" } } },
  });
});
