import type { Readable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../../adapters/mcp.ts";
import { mcpOptionsOf, openKit, type ServerSettings } from "./open-kit.ts";
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
 * it started is alive any more. A sandbox that cannot be built is a fault before the first message.
 */
export async function runStdioServer(settings: ServerSettings, io: ServerIo): Promise<number> {
  const say = (sentence: string): void => io.stderr(`nacre mcp: ${sentence}\n`);
  await using kit = await openKit(settings, say);
  const wire = new StdioWire(io.stdin, io.stdout);
  const server = serveStdio(() => createMcpServer(kit, mcpOptionsOf(settings)), {
    transport: wire,
    onerror: ({ message }) => say(message),
  });
  await Promise.race([wire.closed, aborted(io.signal)]);
  await server.close();
  return 0;
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
