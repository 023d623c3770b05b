import { sleep, stopwatch } from "../../../core/base/clock.ts";
import { LINE_ANSWER_MS } from "../../../core/base/limits.ts";
import type { LineClient } from "../../../core/line/line-client.ts";
import type { ShellReading } from "../../../core/line/line-messages.ts";
import { openTranscript, parseCursor, textOf } from "../../../core/output/transcript.ts";
import type { ShellRecord } from "../../../core/shell/background/shell-record.ts";
import { shellsOnDisk } from "../../../core/shell/host/all-hosts.ts";
import { EXIT, exitCodeOfSignal, type Io } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { oneLine } from "../table.ts";
import { AllShells } from "./all-shells.ts";

type LogFlags = { readonly follow?: boolean; readonly since?: string; readonly json?: boolean };

/** What of a reading is printed. */
type Printed = Pick<ShellReading, "stdout" | "stderr" | "nextCursor" | "dropped" | "status">;

/** nacre logs ID [-f]: what a shell printed, also of a host that is dead. */
export async function showLog(id: string, flags: LogFlags, { stateDir, io }: Surroundings): Promise<number> {
  const { since = "0" } = flags;
  if (parseCursor(since) === undefined) {
    io.stderr(`nacre: ${oneLine(since)} is no cursor; take a next_cursor from --json, or 0\n`);
    return EXIT.usage;
  }
  const all = await AllShells.see(stateDir);
  const shell = all.find(id);
  const printer = new Printer(io, flags.json === true, since);
  try {
    if (typeof shell === "string") return failed(io, shell);
    if ("record" in shell) return printRecord(shell.record, printer);
    return await printLive({ line: shell.line, id: shell.view.id, stateDir }, printer, flags.follow === true);
  } finally {
    all.close();
  }
}

type Live = { readonly line: LineClient; readonly id: string; readonly stateDir: string };

async function printLive(live: Live, printer: Printer, follows: boolean): Promise<number> {
  const problem = follows ? await follow(live, printer) : await readAll(live, printer);
  if (problem === undefined) return EXIT.ok;
  if (printer.io.signal.aborted) return exitCodeOfSignal(printer.io.signal.reason);
  const left = await leftOf(live);
  return left === undefined ? failed(printer.io, problem) : printRecord(left, printer);
}

/** What the host left, if it ended meanwhile. Its socket is gone a moment before the host itself. */
async function leftOf({ stateDir, id }: Live): Promise<ShellRecord | undefined> {
  const spent = stopwatch();
  for (;;) {
    const left = shellsOnDisk(stateDir).find((record) => record.id === id);
    if (left !== undefined || spent() > LINE_ANSWER_MS) return left;
    await sleep(LOOK_MS);
  }
}

const LOOK_MS = 100;

/** Page by page, to the end; a sentence when the line ends before. */
async function readAll({ line, id }: Live, printer: Printer): Promise<string | undefined> {
  const pages: ShellReading[] = [];
  for (let since = printer.cursor; ; ) {
    const said = await line.ask({ do: "read", shell: id, since });
    if ("no" in said) return said.no.sentence;
    pages.push(said.is);
    if (!printer.isJson) printer.print(pages.splice(0).reduce(joined));
    if (said.is.nextCursor === since) break;
    since = said.is.nextCursor;
  }
  if (printer.isJson) printer.print(pages.reduce(joined));
  return undefined;
}

const joined = (one: ShellReading, next: ShellReading): ShellReading => ({
  ...next,
  stdout: one.stdout + next.stdout,
  stderr: one.stderr + next.stderr,
  dropped: one.dropped + next.dropped,
});

/** As it is printed, until the command ends; a sentence when the line ends before. */
async function follow({ line, id }: Live, printer: Printer): Promise<string | undefined> {
  const leave = (): void => line.close();
  const { signal } = printer.io;
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  const said = await line.ask(
    { do: "follow", canAnswer: false, shell: id, since: printer.cursor },
    {
      limitMs: "any",
      onEvent: (event) => {
        if (event.kind === "output") printer.print({ ...event, nextCursor: event.cursor, status: "running" });
      },
    },
  );
  signal.removeEventListener("abort", leave);
  if ("no" in said) return said.no.sentence;
  if (printer.isJson) printer.print({ ...NOTHING, nextCursor: printer.cursor, status: said.is.shell.status });
  return undefined;
}

const NOTHING = { stdout: "", stderr: "", dropped: 0 } as const;

function printRecord({ logs, status }: ShellRecord, printer: Printer): number {
  const reading = openTranscript(logs).read({ since: printer.cursor, maxChars: Number.MAX_SAFE_INTEGER });
  printer.print({ ...reading, dropped: reading.droppedBytes, status });
  return EXIT.ok;
}

function failed(io: Io, sentence: string): number {
  io.stderr(`nacre: ${sentence}\n`);
  return EXIT.failed;
}

/** Prints what was read, and remembers how far. */
class Printer {
  readonly io: Io;
  readonly isJson: boolean;
  cursor: string;

  constructor(io: Io, isJson: boolean, since: string) {
    this.io = io;
    this.isJson = isJson;
    this.cursor = since;
  }

  print({ stdout, stderr, nextCursor, status, dropped }: Printed): void {
    this.cursor = nextCursor;
    if (this.isJson) {
      const text = textOf(stdout, stderr);
      this.io.stdout(`${JSON.stringify({ text, next_cursor: nextCursor, status, dropped })}\n`);
      return;
    }
    if (stdout !== "") this.io.stdout(stdout);
    if (stderr !== "") this.io.stderr(stderr);
  }
}
