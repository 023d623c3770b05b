import type { McpServerOptions } from "../../adapters/mcp.ts";
import type { ToolkitEvent } from "../../tools/tool-event.ts";
import { createToolkit, type Toolkit } from "../../tools/toolkit.ts";
import type { ToolkitOptions } from "../../tools/toolkit-options.ts";

/** The settings of both servers. */
export type ServerSettings = {
  /** Options of the toolkit. The default sandbox is `workspace`, with the network on. */
  readonly kit?: ToolkitOptions;
  /** After how long a running command is handed over to the background. */
  readonly handoverMs?: number | undefined;
  /** Whether results are given as data too. */
  readonly structured?: boolean | undefined;
  /** Of this package; clients show it. */
  readonly version?: string | undefined;
};

/** The toolkit of a server. Its sandbox is not built yet. */
export function createKit({ kit: options = {} }: ServerSettings, say: (sentence: string) => void): Toolkit {
  const sandbox = options.sandbox ?? { profile: "workspace", network: "on" };
  const onEvent = (event: ToolkitEvent): void => {
    if (event.kind === "journal-failed" || event.kind === "journal-resumed") say(event.sentence);
    options.onEvent?.(event);
  };
  const kit = createToolkit({ ...options, sandbox, onEvent });
  if (sandbox === "none") say("sandbox none: commands run with all the rights of this user");
  return kit;
}

/** The toolkit of a server, with its sandbox built: if that fails, the server does not start, and the fault names the fix. */
export async function openKit(settings: ServerSettings, say: (sentence: string) => void): Promise<Toolkit> {
  const kit = createKit(settings, say);
  try {
    await kit.shells.sandbox();
    kit.shells.open();
    return kit;
  } catch (error) {
    await kit.dispose();
    throw error;
  }
}

/** The options of each MCP server for these settings. */
export const mcpOptionsOf = ({ handoverMs, structured, version }: ServerSettings): McpServerOptions => ({
  ...(handoverMs === undefined ? {} : { handoverMs }),
  ...(structured === undefined ? {} : { structured }),
  ...(version === undefined ? {} : { version }),
});
