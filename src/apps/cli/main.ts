import { homedir } from "node:os";
import { EXIT, exitCodeOfSignal, type Io } from "./io.ts";
import { runCli } from "./program.ts";

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The command line's main: the process as the outside, and its end when the work is done. */
export async function main(version: string): Promise<void> {
  if (process.platform === "win32") {
    process.stderr.write("nacre needs Linux; on Windows, install WSL (wsl --install) and run nacre inside it\n");
    process.exitCode = 1;
    return;
  }
  const cwd = currentDirectory();
  if (cwd === undefined) {
    process.stderr.write("nacre: the current directory is gone; cd to one that exists\n");
    process.exitCode = EXIT.failed;
    return;
  }
  const ending = new AbortController();
  for (const signal of ENDING_SIGNALS) process.once(signal, () => ending.abort(signal));
  const unwritten = watchOutput(ending);
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const io: Io = {
    stdin: process.stdin,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    env: process.env,
    cwd,
    home: homedir(),
    isInteractive,
    colours: process.stdout.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    columns: process.stdout.columns,
    signal: ending.signal,
  };
  const code = await runCli(process.argv.slice(2), io, version);
  process.exitCode = unwritten() ?? code;
  // Nothing of ours is left to wait for; a client that keeps our stdin open must not keep us.
  process.stdin.destroy();
}

function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined; // deleted, or no longer ours to see
  }
}

/**
 * Ends the work when what it says can no longer be written, and says with which code. A reader that has gone away
 * (`| head`) ends it as quietly as any other program; a full disk is worth a sentence. The error may come after the work.
 */
function watchOutput(ending: AbortController): () => number | undefined {
  let code: number | undefined;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (code !== undefined) return;
      code = error.code === "EPIPE" ? exitCodeOfSignal("SIGPIPE") : EXIT.failed;
      process.exitCode = code;
      ending.abort("SIGPIPE");
      if (error.code !== "EPIPE") process.stderr.write(`nacre: the output cannot be written: ${error.message}\n`);
    });
  }
  return () => code;
}
