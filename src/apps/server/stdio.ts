import type { Readable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../../adapters/mcp.ts";
import { NAMED_CHARS } from "../../core/base/limits.ts";
import { messageOf } from "../../core/base/system-error.ts";
import { createKit, mcpOptionsOf, type ServerSettings } from "./open-kit.ts";
import { StdioWire } from "./stdio-wire.ts";

/** What a server uses outside of the process. Only the protocol goes to the `stdout` of a stdio server. */
export type ServerIo = {
  readonly stdin: Readable;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Aborted when the server is to end. */
  readonly signal: AbortSignal;
};

/**
 * `nacre mcp`: serves one client over stdin and stdout until either side ends it. Resolves to the exit code when nothing
 * it started is alive any more. It answers before its sandbox is built, because clients ask their model without a server
 * that is slow to answer; where the sandbox cannot be built, each call is refused with the reason.
 */
export async function runStdioServer(settings: ServerSettings, io: ServerIo): Promise<number> {
  const say = (sentence: string): void => io.stderr(`nacre mcp: ${sentence}\n`);
  let client: string | undefined;
  const onClient = (name: string): void => {
    client = name.slice(0, NAMED_CHARS);
  };
  const kit = createKit({ ...settings, kit: { ...settings.kit, clientName: () => client } }, say);
  try {
    const wire = new StdioWire(io.stdin, io.stdout);
    const server = serveStdio(() => createMcpServer(kit, { ...mcpOptionsOf(settings), warn: say, onClient }), {
      transport: wire,
      onerror: ({ message }) => say(message),
    });
    const ended = Promise.race([wire.closed, aborted(io.signal)]);
    await Promise.race([wire.answered, ended]);
    kit.shells.open();
    kit.shells.sandbox().catch((error: unknown) => say(`${messageOf(error)}. Until then every call is refused.`));
    await ended;
    await server.close();
    return 0;
  } finally {
    await kit.dispose();
  }
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
