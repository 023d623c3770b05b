import { createReadStream, fstatSync, readlinkSync, statSync } from "node:fs";
import { homeDirectory } from "../../core/files/home-directory.ts";
import { EXIT, exitCodeOfSignal, type Io } from "./io.ts";
import { ownArguments } from "./own-arguments.ts";
import { runCli } from "./program.ts";

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The main of the command line: connects the CLI to this process, and sets the exit code when the work is done. */
export async function main(version: string): Promise<void> {
  if (process.platform === "win32") {
    process.stderr.write(
      "nacre needs Linux or macOS; on Windows, install WSL (wsl --install) and run nacre inside it\n",
    );
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
    // Node gives an empty stream for a directory; this one says what is wrong when it is read.
    stdin: fstatSync(0).isDirectory() ? createReadStream("", { fd: 0 }) : process.stdin,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    pass: (stream, bytes) => void process[stream].write(bytes),
    env: process.env,
    cwd,
    home: homeDirectory(),
    isInteractive,
    isPiped: process.stdin.isTTY !== true && !isNullDevice(0),
    colours: process.stdout.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    columns: process.stdout.columns,
    rows: process.stdout.rows,
    onResize: (hear) => {
      const tell = (): void => hear({ cols: process.stdout.columns, rows: process.stdout.rows });
      process.stdout.on("resize", tell);
      return () => process.stdout.off("resize", tell);
    },
    signal: ending.signal,
  };
  const code = await runCli(ownArguments(), io, version);
  process.exitCode = unwritten() ?? code;
  // The work is done: a client that keeps stdin open must not keep the process alive.
  process.stdin.destroy();
}

function isNullDevice(fd: number): boolean {
  const file = fstatSync(fd);
  return file.isCharacterDevice() && file.rdev === statSync("/dev/null").rdev;
}

function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return deletedDirectory();
  }
}

/** Where the current directory was before it was deleted. What needs a directory finds that it does not exist. */
function deletedDirectory(): string | undefined {
  try {
    const path = readlinkSync("/proc/self/cwd").replace(/ \(deleted\)$/, "");
    // Programs that nacre starts must not complain about it.
    process.chdir("/");
    return path;
  } catch {
    return undefined; // no /proc
  }
}

/**
 * Ends the work when its output can no longer be written; the returned function gives the exit code for that. If the
 * reader is gone (`| head`) nacre ends silently; for a full disk it prints a sentence. The error may come after the work.
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
