import { join } from "node:path";
import type { Readable } from "node:stream";
import { Fault } from "../../base/fault.ts";
import { createNonce } from "../../base/ids.ts";
import type { Limits } from "../../base/limits.ts";
import { notThere } from "../../files/working-directory.ts";
import type { StreamName, Transcript } from "../../output/transcript.ts";
import { type Exit, KILLED } from "../../process/ending.ts";
import { Fifo } from "../../process/fifo.ts";
import { type Identity, isRunning } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { fileBlocks } from "../../process/rlimits.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import { SHELL_FDS } from "../../process/supervisor/supervisor-script.ts";
import type { NewTerminal } from "../../terminal/terminal-size.ts";
import { asBytes } from "../bash/answer.ts";
import { awaitHello, NOWHERE } from "../bash/await-hello.ts";
import { BashPipe } from "../bash/bash-pipe.ts";
import { piecesOf } from "../bash/cut-text.ts";
import { loadOf, readHello } from "../bash/load.ts";
import type { ProgramDir } from "../bash/program-dir.ts";
import { backgroundLine, beginLines, helloLine, type Streams, terminalLines, textLines } from "../bash/script-lines.ts";
import { startLines } from "../bash/start-lines.ts";
import { InputFifo } from "../input-fifo.ts";
import type { SavedShell } from "../saved-shell.ts";
import { ShellTerminal } from "../terminal/shell-terminal.ts";
import { type Backing, closeWithLastWriter } from "./shell-backing.ts";
import { ShellInput } from "./shell-input.ts";

export type BackgroundSetup = {
  readonly supervisor: Supervisor;
  readonly runtimeDir: string;
  readonly programs: ProgramDir;
  readonly text: string;
  readonly saved: SavedShell;
  readonly transcript: Transcript;
  readonly limits: Pick<Limits, "fileBytes">;
  /** What the command reads on its standard input; by default an open pipe. */
  readonly stdin?: Readable | undefined;
  /** Its terminal, where it has one. */
  readonly terminal?: NewTerminal | undefined;
  /** Replaces what must not be shown. */
  readonly hide: (text: string) => string;
};

/** Starts a command in a bash under a supervisor of its own, so that a kill ends this command and nothing else. */
export async function startBackground(setup: BackgroundSetup): Promise<Backing> {
  const { supervisor, runtimeDir, transcript, stdin } = setup;
  const fifos: Fifo[] = [];
  let input: InputFifo | undefined;
  const close = async (): Promise<void> => {
    await supervisor.end();
    input?.release();
    for (const fifo of fifos) fifo.close();
    transcript.finish();
    removeTree(runtimeDir);
  };
  try {
    const { shell, notKept, terminal } = await startShell(setup);
    terminal?.began(shell);
    if (stdin !== undefined) input = await InputFifo.make(supervisor, runtimeDir, stdin);
    const open = (name: string, stream: StreamName): Fifo => {
      const fifo = new Fifo(join(runtimeDir, name), (chunk) => {
        transcript.append(stream, chunk);
        terminal?.draw(chunk, fifo);
      });
      return fifo;
    };
    fifos.push(open("o", "stdout"), ...(terminal === undefined ? [open("e", "stderr")] : []));
    closeWithLastWriter(transcript, fifos);
    const ended = endOf(supervisor, fifos).finally(() => {
      input?.release();
      supervisor.onEnding(); // what is left is work, however few processes that are
    });
    if (!isRunning(shell)) throw new Fault("SPAWN_FAILED", "bash ended before the command began: nothing ran");
    const script = scriptOf(setup, input === undefined ? SHELL_FDS.input : asBytes(input.path));
    supervisor.together(() => {
      supervisor.feed(script);
      supervisor.endScript();
    });
    input?.begin();
    return {
      transcript,
      supervisor: supervisor.identity,
      ended,
      notKept,
      shell,
      input: stdin === undefined ? new ShellInput(supervisor.input) : undefined,
      terminal,
      processes: () => supervisor.descendants(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type StartedBash = {
  readonly shell: Identity;
  readonly notKept: readonly string[];
  readonly terminal: ShellTerminal | undefined;
};

/** A bash that has taken the state over, and runs on nacre's own files; and the FIFOs for its output. */
async function startShell({
  supervisor,
  saved,
  programs,
  limits,
  stdin,
  terminal: size,
  hide,
}: BackgroundSetup): Promise<StartedBash> {
  const load = loadOf(saved);
  const nonce = createNonce();
  const pipe = new BashPipe(supervisor);
  const names = size === undefined ? ["o", "e"] : ["o"];
  const [made, terminal, hello] = supervisor.together(() => {
    const fifos = supervisor.makeFifos(names);
    const opened = size === undefined ? undefined : ShellTerminal.open({ supervisor, size, hide }, "o");
    if (load.bytes !== undefined) supervisor.handState(load.bytes);
    if (stdin === undefined && size === undefined) supervisor.input.open();
    const start = pipe.start([saved.place], {
      before: startLines([saved.place], fileBlocks(limits)) + load.lines,
      rest: helloLine(nonce),
      read: (said) => readHello(said, nonce, load),
    });
    return [fifos, opened, start];
  });
  for (const one of [made, terminal]) one?.catch(() => undefined); // awaited below, unless bash failed first
  const heard = await awaitHello(hello, pipe, () => programs.isOpenedBy(supervisor.home));
  if (heard.kind === "exit" && heard.exit.exitCode === NOWHERE)
    throw new Fault("DIRECTORY_UNUSABLE", notThere(saved.place.path));
  if (heard.kind === "exit" || pipe.shell === undefined)
    throw new Fault("SPAWN_FAILED", "bash ended before it was ready");
  await made;
  return { shell: pipe.shell, notKept: heard.answer.missing, terminal: await terminal };
}

/** The rest of the script: bash exits behind its last line, with the status of the text. */
function scriptOf({ text, saved, runtimeDir, terminal }: BackgroundSetup, input: Streams["in"]): string {
  const { after, state } = saved;
  const aliases = [...(state?.aliases.values() ?? [])];
  const [piece] = piecesOf(text, { options: after.options, aliases }, "whole");
  const { isInline } = piece;
  const [out, err] = terminal === undefined ? ["o", "e"].map((name) => asBytes(join(runtimeDir, name))) : [];
  const streams = { in: input, out: out ?? SHELL_FDS.input, err: err ?? SHELL_FDS.input };
  const hidesExec = state?.functions.has("exec") === true;
  const begin = beginLines({ after: { ...after, status: 0, pipeStatus: [0] }, streams, isInline, hidesExec });
  return (
    backgroundLine(hidesExec) +
    (terminal === undefined ? "" : terminalLines(terminal.term)) +
    begin +
    textLines(piece.text, isInline)
  );
}

/** The shell's exit. Everything it printed is read by then; the FIFOs end with the last of its children. */
function endOf(supervisor: Supervisor, fifos: readonly Fifo[]): Promise<Exit> {
  return new Promise((resolve) => {
    const end = (exit: Exit): void => {
      for (const fifo of fifos) {
        fifo.release();
        fifo.drain();
      }
      resolve(exit);
    };
    supervisor.onShellExit = end;
    supervisor.onGone = () => end(KILLED);
  });
}
