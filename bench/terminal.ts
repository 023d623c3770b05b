/** What a terminal costs: a key's way to a program and back, and the start of a shell on one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ReadStream } from "node:tty";
import { keepAlive } from "../src/core/base/keep-alive.ts";
import { trust } from "../src/core/permission/cleared.ts";
import type { ShellProcess } from "../src/core/shell/background/shell-process.ts";
import { DEFAULT_SIZE, type TerminalSize } from "../src/core/terminal/terminal-size.ts";
import { type Bench, find, interleave, ratioOf, type Sample, type Subject, type Timing } from "./measure.ts";
import { inScratch, ours, Sessions } from "./subjects.ts";

const KEYS = 3000;
const PACED_KEYS = 300;
const STARTS = 30;
/** Repeats each key by itself, as an editor does. */
const PROGRAM = "stty raw -echo; echo up; exec cat";
const KEY = Buffer.from("k");

/** Becomes a program on the terminal whose master is descriptor 3. */
const BARE = `
use POSIX;
open my $master, "+<&=", 3 or die;
my $unlock = pack "i", 0;
ioctl $master, 0x40045431, $unlock or die;
my $slave = ioctl $master, 0x5441, 0402 or die;
POSIX::setsid();
open my $terminal, "+<&=", $slave + 0 or die;
ioctl $terminal, 0x540E, 0 or die;
POSIX::dup2($slave, $_) for 0, 1, 2;
close $master;
exec @ARGV;
`;

/** What types a key, and hears what is drawn. */
type Keyed = { readonly subject: Subject; readonly close: () => Promise<unknown> };

/** A terminal that this process itself has, with nothing in between. */
async function bare(): Promise<Keyed> {
  const master = openSync("/dev/ptmx", constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  const argv = ["-e", BARE, "bash", "-c", PROGRAM];
  const child = spawn("perl", argv, { stdio: ["ignore", "ignore", "inherit", master] });
  const ended = once(child, "exit");
  const screen = new ReadStream(master);
  screen.on("error", () => undefined); // the program has ended
  await once(screen, "data");
  const act = async (): Promise<void> => {
    const drawn = once(screen, "data");
    writeSync(master, KEY);
    await drawn;
  };
  const close = async (): Promise<void> => {
    screen.destroy();
    await ended;
  };
  return { subject: { name: "bare", act }, close };
}

/** The terminal of a background shell. */
async function ofShell(directory: string): Promise<Keyed> {
  const sessions = new Sessions(ours, directory);
  const shell = await sessions.manager.startShell(trust(PROGRAM), { workingDir: "/tmp", terminal: DEFAULT_SIZE });
  await printed(shell);
  let taken: Promise<unknown> | undefined;
  const act = async (): Promise<void> => {
    const drawn = appended(shell);
    taken = shell.input?.write(KEY, { limitMs: 60_000 });
    await drawn;
  };
  return { subject: { name: "shell", act, after: async () => taken }, close: () => sessions[Symbol.asyncDispose]() };
}

const appended = ({ transcript }: ShellProcess): Promise<void> =>
  new Promise((resolve) => {
    const stop = transcript.onAppend(() => {
      stop();
      resolve();
    });
  });

async function printed(shell: ShellProcess): Promise<void> {
  while (shell.transcript.bytes.stdout === 0) await appended(shell);
}

/** Starts a shell, until it has printed; ends it behind that. */
function starting(name: string, { manager }: Sessions, terminal: TerminalSize | undefined): Subject {
  let shell: ShellProcess | undefined;
  return {
    name,
    act: async () => {
      shell = await manager.startShell(trust("echo up; exec cat"), { workingDir: "/tmp", terminal });
      await keepAlive(printed(shell));
    },
    after: async () => shell?.kill(),
  };
}

/** How much longer one subject takes than another. */
const moreOf = (timings: readonly Timing[], row: Sample["row"], [mine, base]: readonly [string, string]): Sample => ({
  row,
  value: find(timings, mine).median - find(timings, base).median,
});

export const terminal: Bench = () =>
  inScratch(async (directory) => {
    const keyed = [await bare(), await ofShell(join(directory, "keys"))];
    const keys = await interleave(
      keyed.map(({ subject }) => subject),
      KEYS,
      0,
    );
    const paced = await interleave(
      keyed.map(({ subject }) => subject),
      PACED_KEYS,
    );
    for (const { close } of keyed) await close();
    const sessions = new Sessions(ours, join(directory, "starts"));
    const subjects = [starting("plain", sessions, undefined), starting("tty", sessions, DEFAULT_SIZE)];
    await interleave(subjects, 2); // the emulator is loaded with the first screen
    const starts = await interleave(subjects, STARTS);
    await sessions[Symbol.asyncDispose]();
    return [
      ratioOf(keys, "terminal-key", ["shell", "bare"]),
      moreOf(keys, "terminal-key-more", ["shell", "bare"]),
      ratioOf(paced, "terminal-key-paced", ["shell", "bare"]),
      ratioOf(starts, "terminal-start", ["tty", "plain"]),
    ];
  });
