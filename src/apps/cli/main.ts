import { homedir } from "node:os";
import type { Io } from "./io.ts";
import { runCli } from "./program.ts";

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The command line's main: the process as the outside, and its end when the work is done. */
export async function main(version: string): Promise<void> {
  if (process.platform === "win32") {
    process.stderr.write("nacre needs Linux; on Windows, install WSL (wsl --install) and run nacre inside it\n");
    process.exitCode = 1;
    return;
  }
  const ending = new AbortController();
  for (const signal of ENDING_SIGNALS) process.once(signal, () => ending.abort(signal));
  // A reader that has gone away (`| head`) is no error of ours.
  process.stdout.on("error", () => ending.abort("SIGPIPE"));
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const io: Io = {
    stdin: process.stdin,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    isInteractive,
    colours: process.stdout.isTTY === true && !process.env["NO_COLOR"],
    signal: ending.signal,
  };
  process.exitCode = await runCli(process.argv.slice(2), io, version);
  // Nothing of ours is left to wait for; a client that keeps our stdin open must not keep us.
  process.stdin.destroy();
}
