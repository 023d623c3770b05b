const json = (value: unknown): string => JSON.stringify(value, null, 2);
const shellWord = (word: string): string => (/^[\w./:@=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Not npx: clients start it in the project, and npx prefers the project's node_modules, where commands can write. */
const command = "nacre";

/** What to paste into each client so that it starts nacre over stdio. */
export function clientSnippets(args: readonly string[]): string {
  const server = { command, args };
  const blocks: readonly (readonly [string, string])[] = [
    ["Claude Code", `claude mcp add nacre -- ${[command, ...args].map(shellWord).join(" ")}`],
    [
      "Claude Desktop (claude_desktop_config.json) and Cursor (.cursor/mcp.json)",
      json({ mcpServers: { nacre: server } }),
    ],
    ["VS Code (.vscode/mcp.json)", json({ servers: { nacre: { type: "stdio", ...server } } })],
    [
      "Codex (~/.codex/config.toml)",
      `[mcp_servers.nacre]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
    ],
    ["Gemini CLI (~/.gemini/settings.json)", json({ mcpServers: { nacre: server } })],
  ];
  return blocks.map(([name, text]) => `# ${name}\n${text}\n`).join("\n");
}

/** What to paste into each client so that it reaches a nacre that serves over HTTP. The token stays in its file. */
export function httpSnippets(url: string, tokenFile: string): string {
  const headers = { Authorization: "Bearer TOKEN" };
  const blocks: readonly (readonly [string, string])[] = [
    [
      "Claude Code",
      `claude mcp add --transport http nacre ${url} --header "Authorization: Bearer $(cat ${shellWord(tokenFile)})"`,
    ],
    ["Cursor (.cursor/mcp.json), Claude Desktop", json({ mcpServers: { nacre: { url, headers } } })],
    ["VS Code (.vscode/mcp.json)", json({ servers: { nacre: { type: "http", url, headers } } })],
    [
      "Codex (~/.codex/config.toml)",
      `[mcp_servers.nacre]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "NACRE_TOKEN"   # export NACRE_TOKEN=$(cat ${shellWord(tokenFile)})`,
    ],
    ["Gemini CLI (~/.gemini/settings.json)", json({ mcpServers: { nacre: { httpUrl: url, headers } } })],
  ];
  return blocks.map(([name, text]) => `# ${name}\n${text}\n`).join("\n");
}
