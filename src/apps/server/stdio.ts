import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../../adapters/mcp.ts";
import { isFault } from "../../core/base/fault.ts";
import type { Toolkit } from "../../tools/toolkit.ts";
import { endSignals } from "./end-signals.ts";
import { openKit, type ServerSettings } from "./open-kit.ts";
import { StdioWire } from "./stdio-wire.ts";

/** The three streams of a process. Only the protocol goes to `stdout`. */
export type ServerIo = {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
};

const CANNOT_START = 1;

/**
 * `nacre mcp`: serves one client over stdin and stdout until either side ends it. Resolves to the exit code when nothing
 * it started is alive any more.
 */
export async function runStdioServer(settings: ServerSettings, io: ServerIo): Promise<number> {
  const say = (sentence: string): void => {
    io.stderr.write(`nacre mcp: ${sentence}\n`);
  };
  const ending = endSignals();
  try {
    const kit = await openKit(settings, say);
    await serve(kit, settings, { ...io, say, ended: ending.received });
    return 0;
  } catch (error) {
    if (!isFault(error)) throw error;
    say(error.message);
    return CANNOT_START;
  } finally {
    ending.forget();
  }
}

async function serve(
  kit: Toolkit,
  { handoverMs, version }: ServerSettings,
  { stdin, stdout, say, ended }: ServerIo & { readonly say: (text: string) => void; readonly ended: Promise<unknown> },
): Promise<void> {
  const wire = new StdioWire(stdin, stdout);
  const options = {
    ...(handoverMs === undefined ? {} : { handoverMs }),
    ...(version === undefined ? {} : { version }),
  };
  const handle = serveStdio(() => createMcpServer(kit, options), {
    transport: wire,
    onerror: ({ message }) => say(message),
  });
  try {
    await Promise.race([wire.closed, ended]);
  } finally {
    await handle.close();
    await kit.dispose();
  }
}
