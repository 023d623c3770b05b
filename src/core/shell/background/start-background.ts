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
import { asBytes } from "../bash/answer.ts";
import { awaitHello, NOWHERE } from "../bash/await-hello.ts";
import { BashPipe } from "../bash/bash-pipe.ts";
import { piecesOf } from "../bash/cut-text.ts";
import { loadOf, readHello } from "../bash/load.ts";
import type { ProgramDir } from "../bash/program-dir.ts";
import { backgroundLine, beginLines, helloLine, startLines, textLines } from "../bash/script-lines.ts";
import { InputFifo } from "../input-fifo.ts";
import type { SavedShell } from "../saved-shell.ts";
import { type Backing, closeWithLastWriter } from "./shell-backing.ts";

export type BackgroundSetup = {
  readonly supervisor: Supervisor;
  readonly runtimeDir: string;
  readonly programs: ProgramDir;
  readonly text: string;
  readonly saved: SavedShell;
  readonly transcript: Transcript;
  readonly limits: Pick<Limits, "fileBytes">;
  /** What the command reads on its standard input; nothing by default. */
  readonly stdin?: Readable | undefined;
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
    const { shell, notKept } = await startShell(setup);
    if (stdin !== undefined) input = await InputFifo.make(supervisor, runtimeDir, stdin);
    const open = (name: string, stream: StreamName): Fifo =>
      new Fifo(join(runtimeDir, name), (chunk) => transcript.append(stream, chunk));
    fifos.push(open("o", "stdout"), open("e", "stderr"));
    closeWithLastWriter(transcript, fifos);
    const ended = endOf(supervisor, fifos).finally(() => input?.release());
    if (!isRunning(shell)) throw new Fault("SPAWN_FAILED", "bash ended before the command began: nothing ran");
    supervisor.feed(scriptOf(setup, input?.path));
    supervisor.endScript();
    input?.begin();
    return {
      transcript,
      supervisor: supervisor.identity,
      ended,
      notKept,
      shell,
      processes: () => supervisor.descendants(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A bash that has taken the state over, and runs on nacre's own files; and the FIFOs for its output. */
async function startShell({
  supervisor,
  saved,
  programs,
  limits,
}: BackgroundSetup): Promise<{ readonly shell: Identity; readonly notKept: readonly string[] }> {
  const load = loadOf(saved);
  const nonce = createNonce();
  const pipe = new BashPipe(supervisor);
  const [made, hello] = supervisor.together(() => {
    if (load.bytes !== undefined) supervisor.handState(load.bytes);
    const start = pipe.start([saved.place], {
      before: startLines(asBytes(saved.place.name), fileBlocks(limits)) + load.lines,
      rest: helloLine(nonce),
      read: (said) => readHello(said, nonce, load),
    });
    return [supervisor.makeFifos(["o", "e"]), start];
  });
  made.catch(() => undefined); // awaited below, unless bash failed first
  const heard = await awaitHello(hello, pipe, () => programs.isOpenedBy(supervisor.home));
  if (heard.kind === "exit" && heard.exit.exitCode === NOWHERE)
    throw new Fault("DIRECTORY_UNUSABLE", notThere(saved.place.path));
  if (heard.kind === "exit" || pipe.shell === undefined)
    throw new Fault("SPAWN_FAILED", "bash ended before it was ready");
  await made;
  return { shell: pipe.shell, notKept: heard.answer.missing };
}

/** The rest of the script: bash exits behind its last line, with the status of the text. */
function scriptOf({ text, saved, runtimeDir }: BackgroundSetup, input: string | undefined): string {
  const { after, state } = saved;
  const aliases = [...(state?.aliases.values() ?? [])];
  const [piece] = piecesOf(text, { options: after.options, aliases }, "whole");
  const { isInline } = piece;
  const [out, err] = [asBytes(join(runtimeDir, "o")), asBytes(join(runtimeDir, "e"))];
  const streams = { in: input && asBytes(input), out, err };
  const hidesExec = state?.functions.has("exec") === true;
  const begin = beginLines({ after: { ...after, status: 0, pipeStatus: [0] }, streams, isInline, hidesExec });
  return backgroundLine(hidesExec) + begin + textLines(piece.text, isInline);
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
