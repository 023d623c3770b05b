import type { McpServerOptions } from "../../adapters/mcp.ts";
import { createToolkit, type Toolkit } from "../../tools/toolkit.ts";
import type { ToolkitOptions } from "../../tools/toolkit-options.ts";

/** What both servers are told. */
export type ServerSettings = {
  /** For the toolkit; without a word about the sandbox it is the workspace's, with the network on. */
  readonly kit?: ToolkitOptions;
  /** After how long a running command is handed over to the background. */
  readonly handoverMs?: number | undefined;
  /** Of this package; clients show it. */
  readonly version?: string | undefined;
};

/** The toolkit of a server. The wall is built now: what cannot be had refuses the start, with the fix in the fault. */
export async function openKit(
  { kit: options = {} }: ServerSettings,
  say: (sentence: string) => void,
): Promise<Toolkit> {
  const sandbox = options.sandbox ?? { profile: "workspace", network: "on" };
  const kit = createToolkit({ ...options, sandbox });
  try {
    await kit.shells.sandbox();
  } catch (error) {
    await kit.dispose();
    throw error;
  }
  if (sandbox === "none") say("sandbox none: commands run with all the rights of this user");
  return kit;
}

/** What the settings say to each MCP server. */
export const mcpOptionsOf = ({ handoverMs, version }: ServerSettings): McpServerOptions => ({
  ...(handoverMs === undefined ? {} : { handoverMs }),
  ...(version === undefined ? {} : { version }),
});
