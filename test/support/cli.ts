import { Readable } from "node:stream";
import type { Io } from "../../src/apps/cli/io.ts";
import { runCli } from "../../src/apps/cli/program.ts";
import { tempDir } from "./temp-dir.ts";

export type CliRun = { readonly code: number; readonly stdout: string; readonly stderr: string };
export type CliBytes = { readonly code: number; readonly stdout: Buffer; readonly stderr: Buffer };
export type CliWorld = Partial<Omit<Io, "stdin" | "stderr" | "pass">> & { readonly stdin?: string };

/** The CLI in this process, with the outside made up. */
export async function cli(words: readonly string[], world: CliWorld = {}): Promise<CliRun> {
  const { code, stdout, stderr } = await cliBytes(words, world);
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** The same, with the bytes that it wrote. */
export async function cliBytes(words: readonly string[], world: CliWorld = {}): Promise<CliBytes> {
  const written: Record<"stdout" | "stderr", Uint8Array[]> = { stdout: [], stderr: [] };
  const { stdin = "", ...rest } = world;
  const home = rest.home ?? tempDir();
  const io: Io = {
    stdin: Readable.from([stdin]),
    stdout: (text) => void written.stdout.push(Buffer.from(text)),
    stderr: (text) => void written.stderr.push(Buffer.from(text)),
    pass: (stream, bytes) => void written[stream].push(bytes),
    env: { NACRE_STATE_DIR: process.env["NACRE_STATE_DIR"] },
    cwd: process.cwd(),
    isInteractive: false,
    isPiped: stdin !== "" && rest.isInteractive !== true,
    colours: false,
    columns: undefined,
    signal: new AbortController().signal,
    ...rest,
    home,
  };
  const code = await runCli(words, io, "0.0.0-test");
  return { code, stdout: Buffer.concat(written.stdout), stderr: Buffer.concat(written.stderr) };
}
