import { hintFor } from "../../../core/base/hint-for.ts";
import { type Client, PROJECT, type SettingsFile } from "./client.ts";
import type { Fields, Setting } from "./setting.ts";

const json = (path: string): SettingsFile => ({ scope: "project", format: "json", path });
const userJson = (base: string, path: string, variable?: string): SettingsFile => ({
  scope: "user",
  format: "json",
  base,
  path,
  ...(variable === undefined ? {} : { variable }),
});
const userYaml = (path: string): SettingsFile => ({
  scope: "user",
  format: "yaml",
  base: ".continue",
  variable: "CONTINUE_GLOBAL_DIR",
  path,
});
const CODEX_USER: SettingsFile = {
  scope: "user",
  format: "toml",
  base: ".codex",
  variable: "CODEX_HOME",
  path: "config.toml",
};
const CODEX_PROJECT: SettingsFile = { scope: "project", format: "toml", path: ".codex/config.toml" };
const OPENCODE: SettingsFile = { ...json("opencode.json"), or: "opencode.jsonc" };
const CLINE = ".cline/data/settings";

const MCP_SERVERS = ["mcpServers", "nacre"];
const bearer = (token: string): Fields => ({ Authorization: `Bearer ${token}` });
const item = (value: string, ...path: readonly string[]): Setting => ({ kind: "item", path, value });
const off = (...path: readonly string[]): Setting => ({ kind: "value", path, value: false });

const BESIDE = "nacre neither judges nor contains what runs there, and models are trained on it";

/**
 * The clients that nacre knows, as data. Where a switch is named it was tried: the tool was gone from the request that
 * the client sent to its model, nacre's tools were in it. docs/clients.md says with which versions.
 */
export const CLIENTS: readonly Client[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    programs: ["claude"],
    folders: [".claude"],
    isDesktop: false,
    servers: [
      { file: json(".mcp.json"), path: MCP_SERVERS },
      { file: userJson("", ".claude.json", "CLAUDE_CONFIG_DIR"), path: ["projects", PROJECT, ...MCP_SERVERS] },
      { file: userJson("", ".claude.json", "CLAUDE_CONFIG_DIR"), path: MCP_SERVERS },
    ],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ type: "http", url, headers: bearer("${NACRE_TOKEN}") }),
    shell: {
      kind: "settings",
      files: [
        json(".claude/settings.local.json"),
        json(".claude/settings.json"),
        userJson(".claude", "settings.json", "CLAUDE_CONFIG_DIR"),
      ],
      settings: [item("Bash", "permissions", "deny")],
    },
    why: BESIDE,
    notes: ["In a terminal Claude Code asks once whether it may use the servers of .mcp.json."],
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    programs: ["claude-desktop"],
    folders: [".config/Claude"],
    isDesktop: true,
    servers: [{ file: userJson(".config", "Claude/claude_desktop_config.json", "XDG_CONFIG_HOME"), path: MCP_SERVERS }],
    stdio: ({ command, args }) => ({ command, args }),
    shell: { kind: "unknown" },
    why: "what it runs by itself stays beside nacre",
    notes: ["Its file takes commands only, says its documentation: there is nothing to paste for HTTP."],
  },
  {
    name: "codex",
    title: "Codex",
    programs: ["codex"],
    folders: [".codex"],
    isDesktop: false,
    servers: [
      { file: CODEX_PROJECT, path: ["mcp_servers", "nacre"] },
      { file: CODEX_USER, path: ["mcp_servers", "nacre"] },
    ],
    // Without `required` a first turn may be asked before nacre has answered.
    stdio: ({ command, args }) => ({ command, args, required: true }),
    http: (url) => ({ url, bearer_token_env_var: "NACRE_TOKEN", required: true }),
    shell: {
      kind: "settings",
      files: [CODEX_PROJECT, CODEX_USER],
      settings: [off("features", "shell_tool"), off("features", "unified_exec")],
    },
    why: BESIDE,
    notes: [
      "Codex reads .codex/config.toml only in a project that it trusts; elsewhere neither nacre nor the switch counts.",
      "Codex asks its own question before nacre's.",
    ],
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    programs: ["gemini"],
    folders: [".gemini"],
    isDesktop: false,
    servers: [
      { file: json(".gemini/settings.json"), path: MCP_SERVERS },
      { file: userJson(".gemini", "settings.json"), path: MCP_SERVERS },
    ],
    stdio: ({ command, args }) => ({ command, args }),
    http: (httpUrl) => ({ httpUrl, headers: bearer("${NACRE_TOKEN}") }),
    shell: {
      kind: "settings",
      files: [json(".gemini/settings.json"), userJson(".gemini", "settings.json")],
      settings: [item("run_shell_command", "tools", "exclude")],
    },
    why: BESIDE,
    notes: [
      "Gemini CLI reads .gemini/settings.json only in a folder that it trusts; --skip-trust is not enough: neither nacre nor the switch counts.",
    ],
  },
  {
    name: "cursor",
    title: "Cursor",
    programs: ["cursor", "cursor-agent"],
    folders: [".cursor"],
    isDesktop: true,
    servers: [
      { file: json(".cursor/mcp.json"), path: MCP_SERVERS },
      { file: userJson(".cursor", "mcp.json"), path: MCP_SERVERS },
    ],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ url, headers: bearer("${env:NACRE_TOKEN}") }),
    shell: { kind: "unknown" },
    why: "its terminal tool stays beside nacre",
    notes: ["The format is that of Cursor's documentation; it was not run with nacre."],
  },
  {
    name: "vscode",
    title: "VS Code",
    programs: ["code"],
    folders: [".config/Code"],
    isDesktop: true,
    servers: [
      { file: json(".vscode/mcp.json"), path: ["servers", "nacre"] },
      { file: userJson(".config", "Code/User/mcp.json", "XDG_CONFIG_HOME"), path: ["servers", "nacre"] },
    ],
    stdio: ({ command, args }) => ({ type: "stdio", command, args }),
    http: (url) => ({ type: "http", url, headers: bearer("${input:nacre-token}") }),
    httpMore: [
      {
        kind: "item",
        path: ["inputs"],
        value: { type: "promptString", id: "nacre-token", description: "The token of nacre serve", password: true },
      },
    ],
    shell: { kind: "unknown" },
    why: "its documentation names the Configure Tools list of the chat, where its terminal tools can be deselected",
    notes: ["The format is that of VS Code's documentation; it was not run with nacre."],
  },
  {
    name: "copilot",
    title: "Copilot CLI",
    programs: ["copilot"],
    folders: [".copilot"],
    isDesktop: false,
    servers: [
      { file: json(".mcp.json"), path: MCP_SERVERS },
      { file: userJson(".copilot", "mcp-config.json", "COPILOT_HOME"), path: MCP_SERVERS },
    ],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ type: "http", url, headers: bearer("${NACRE_TOKEN}") }),
    shell: { kind: "words", words: "--excluded-tools bash,read_bash,write_bash,stop_bash,list_bash" },
    why: `${BESIDE}; no setting turns it off, only these words at every start`,
    notes: ["Copilot CLI reads .mcp.json only in a folder that it trusts (copilot -p needs --trust-folder)."],
  },
  {
    name: "qwen",
    title: "Qwen Code",
    programs: ["qwen"],
    folders: [".qwen"],
    isDesktop: false,
    servers: [
      { file: json(".qwen/settings.json"), path: MCP_SERVERS },
      { file: userJson(".qwen", "settings.json"), path: MCP_SERVERS },
    ],
    stdio: ({ command, args }) => ({ command, args }),
    http: (httpUrl) => ({ httpUrl, headers: bearer("${NACRE_TOKEN}") }),
    shell: {
      kind: "settings",
      files: [json(".qwen/settings.json"), userJson(".qwen", "settings.json")],
      settings: [item("run_shell_command", "permissions", "deny")],
    },
    why: `${BESIDE}; Qwen Code also tells it first and nacre's tools only after a search`,
    notes: [],
  },
  {
    name: "cline",
    title: "Cline",
    programs: ["cline"],
    folders: [".cline"],
    isDesktop: false,
    servers: [{ file: userJson(CLINE, "cline_mcp_settings.json"), path: MCP_SERVERS }],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ type: "streamableHttp", url, headers: bearer("TOKEN") }),
    shell: {
      kind: "settings",
      files: [userJson(CLINE, "global-settings.json")],
      settings: [item("run_commands", "disabledTools")],
    },
    why: BESIDE,
    notes: [
      "Cline does not wait for its servers: its first request may come without nacre's tools.",
      "Cline puts no variable into a header: over HTTP its file holds the token itself in the place of TOKEN.",
    ],
  },
  {
    name: "continue",
    title: "Continue CLI",
    programs: ["cn"],
    folders: [".continue"],
    isDesktop: false,
    prefix: "nacre_",
    servers: [{ file: userYaml("config.yaml"), path: MCP_SERVERS, isMadeByClient: true }],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({
      type: "streamable-http",
      url,
      requestOptions: { headers: bearer("${{ secrets.NACRE_TOKEN }}") },
    }),
    shell: { kind: "settings", files: [userYaml("permissions.yaml")], settings: [item("Bash", "exclude")] },
    why: `${BESIDE}; it has the name of nacre's, and Continue tells names bare: hence the prefix`,
    notes: [
      "cn --auto obeys no permissions.yaml: its own Bash is back.",
      "Over HTTP the prefix belongs to the server: nacre serve --prefix nacre_.",
    ],
  },
  {
    name: "opencode",
    title: "opencode",
    programs: ["opencode"],
    folders: [".config/opencode"],
    isDesktop: false,
    servers: [
      { file: OPENCODE, path: ["mcp", "nacre"] },
      { file: userJson(".config", "opencode/opencode.json", "XDG_CONFIG_HOME"), path: ["mcp", "nacre"] },
    ],
    stdio: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
    http: (url) => ({ type: "remote", url, headers: bearer("{env:NACRE_TOKEN}"), enabled: true }),
    shell: {
      kind: "settings",
      files: [OPENCODE, userJson(".config", "opencode/opencode.json", "XDG_CONFIG_HOME")],
      settings: [{ kind: "value", path: ["permission", "bash"], value: "deny", beatenBy: "*" }],
    },
    why: `${BESIDE}; opencode obeys the last permission that fits, so it stands behind "*"`,
    notes: [],
  },
];

/** The client of this name. */
export const clientNamed = (name: string): Client | undefined => CLIENTS.find((one) => one.name === name.toLowerCase());

/** What to say of a name that no client has: the closest, and all of them. */
export function unknownClient(name: string): string {
  const names = CLIENTS.map((one) => one.name);
  const hint = hintFor(name.toLowerCase(), names);
  const all = hint.startsWith("there are") ? "" : ` There are ${names.join(", ")}.`;
  return `no client is called ${JSON.stringify(name)}; ${hint}${all}`;
}
