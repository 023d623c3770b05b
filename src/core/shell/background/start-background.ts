import { join } from "node:path";
import type { Readable } from "node:stream";
import type { StreamName, Transcript } from "../../output/transcript.ts";
import { type Exit, KILLED } from "../../process/ending.ts";
import { Fifo } from "../../process/fifo.ts";
import { type Identity, isRunning } from "../../process/identity.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import { asBytes } from "../bash/answer.ts";
import { piecesOf } from "../bash/cut-text.ts";
import { loadOf } from "../bash/load.ts";
import { backgroundLines, beginLines, FORGET_LOADED, textLines } from "../bash/script-lines.ts";
import { InputFifo } from "../input-fifo.ts";
import type { SavedShell } from "../saved-shell.ts";
import { type Backing, closeWithLastWriter } from "./shell-backing.ts";

export type BackgroundSetup = {
  readonly supervisor: Supervisor;
  readonly runtimeDir: string;
  readonly text: string;
  readonly saved: SavedShell;
  readonly transcript: Transcript;
  /** What the command reads on its standard input; nothing by default. */
  readonly stdin?: Readable | undefined;
};

/** Starts a command in a bash under a supervisor of its own, so that a kill ends this command and nothing else. */
export async function startBackground({
  supervisor,
  runtimeDir,
  text,
  saved,
  transcript,
  stdin,
}: BackgroundSetup): Promise<Backing> {
  const fifos: Fifo[] = [];
  let input: InputFifo | undefined;
  const close = async (): Promise<void> => {
    await supervisor.end();
    input?.release();
    for (const fifo of fifos) fifo.close();
    transcript.finish();
  };
  try {
    if (stdin !== undefined) input = await InputFifo.make(supervisor, runtimeDir, stdin);
    const stdio = { input: input?.name, out: "o", err: "e", kind: "scripted" } as const;
    const load = loadOf(saved);
    if (load.bytes !== undefined) supervisor.handState(load.bytes);
    // Both at once: the shell waits at its FIFOs until the host has opened them.
    const [made, begun] = [supervisor.makeFifos(["o", "e"]), supervisor.startShell([saved.place], stdio)];
    supervisor.feed(scriptOf(text, saved, load.lines));
    supervisor.endScript();
    begun.catch(() => undefined); // awaited below, unless the FIFOs failed first
    await made;
    const open = (name: string, stream: StreamName): Fifo =>
      new Fifo(join(runtimeDir, name), (chunk) => transcript.append(stream, chunk));
    fifos.push(open("o", "stdout"), open("e", "stderr"));
    closeWithLastWriter(transcript, fifos);
    input?.begin();
    const ended = endOf(supervisor, fifos).finally(() => input?.release());
    const shell = await begun;
    return {
      transcript,
      supervisor: supervisor.identity,
      ended,
      get shell(): Identity | undefined {
        return shell !== undefined && isRunning(shell) ? shell : undefined;
      },
      processes: () => supervisor.descendants(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The whole script: bash exits behind its last line, with the status of the text. */
function scriptOf(text: string, { after, place, state }: SavedShell, load: string): string {
  const aliases = [...(state?.aliases.values() ?? [])];
  const [piece] = piecesOf(text, { options: after.options, aliases }, "whole");
  const { isInline } = piece;
  const begin = beginLines({ after: { ...after, status: 0, pipeStatus: [0] }, isInline });
  const body = textLines(piece.text, isInline);
  return backgroundLines(asBytes(place.name)) + load + FORGET_LOADED + begin + body;
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
