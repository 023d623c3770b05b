const json = (value: unknown): string => JSON.stringify(value, null, 2);
const shellWord = (word: string): string => (/^[\w./:@=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What to paste into each client so that it starts nacre over stdio. */
export function clientSnippets(args: readonly string[], command = "npx"): string {
  const words = command === "npx" ? ["-y", "nacre", ...args] : [...args];
  const server = { command, args: words };
  const blocks: readonly (readonly [string, string])[] = [
    ["Claude Code", `claude mcp add nacre -- ${[command, ...words].map(shellWord).join(" ")}`],
    [
      "Claude Desktop (claude_desktop_config.json) and Cursor (.cursor/mcp.json)",
      json({ mcpServers: { nacre: server } }),
    ],
    ["VS Code (.vscode/mcp.json)", json({ servers: { nacre: { type: "stdio", ...server } } })],
    [
      "Codex (~/.codex/config.toml)",
      `[mcp_servers.nacre]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(words)}`,
    ],
    ["Gemini CLI (~/.gemini/settings.json)", json({ mcpServers: { nacre: server } })],
  ];
  return blocks.map(([name, text]) => `# ${name}\n${text}\n`).join("\n");
}
