import { PassThrough } from "node:stream";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioWire } from "../../src/apps/server/stdio-wire.ts";

/** Two ends of one connection, inside this process. */
export type StreamPair = {
  /** What the server reads and writes. */
  readonly stdin: PassThrough;
  readonly stdout: (text: string) => void;
  /** What the server has written. */
  readonly written: PassThrough;
};

export function streamPair(): StreamPair {
  const stdin = new PassThrough();
  const written = new PassThrough();
  return { stdin, written, stdout: (text) => void written.write(text) };
}

export const ERAS = ["2025-11-25", "2026-07-28"] as const;

/** The official client on the other end, in one of the eras. */
export async function clientOn(
  { stdin, written }: StreamPair,
  era: (typeof ERAS)[number],
  { name = "test", ...options }: ClientOptions & { readonly name?: string } = {},
): Promise<Client> {
  const client = new Client(
    { name, version: "1.0.0" },
    { ...options, ...(era === "2025-11-25" ? {} : { versionNegotiation: { mode: "auto" } }) },
  );
  await client.connect(new StdioWire(written, (text) => void stdin.write(text)));
  return client;
}
