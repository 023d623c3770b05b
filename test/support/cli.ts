import { Readable } from "node:stream";
import type { Io } from "../../src/apps/cli/io.ts";
import { runCli } from "../../src/apps/cli/program.ts";
import { tempDir } from "./temp-dir.ts";

export type CliRun = { readonly code: number; readonly stdout: string; readonly stderr: string };
export type CliWorld = Partial<Omit<Io, "stdin" | "stdout" | "stderr">> & { readonly stdin?: string };

/** The CLI in this process, with the outside made up. */
export async function cli(words: readonly string[], world: CliWorld = {}): Promise<CliRun> {
  let [stdout, stderr] = ["", ""];
  const { stdin = "", ...rest } = world;
  const home = rest.home ?? tempDir();
  const io: Io = {
    stdin: Readable.from([stdin]),
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    env: { NACRE_STATE_DIR: process.env["NACRE_STATE_DIR"] },
    cwd: process.cwd(),
    isInteractive: false,
    colours: false,
    columns: undefined,
    signal: new AbortController().signal,
    ...rest,
    home,
  };
  return { code: await runCli(words, io, "0.0.0-test"), stdout, stderr };
}
