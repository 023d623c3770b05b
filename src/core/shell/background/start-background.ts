import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../base/fault.ts";
import type { StreamName, Transcript } from "../../output/transcript.ts";
import { type Exit, KILLED } from "../../process/ending.ts";
import { Fifo } from "../../process/fifo.ts";
import { type Identity, isRunning } from "../../process/identity.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { Supervisor } from "../../process/supervisor.ts";
import type { SavedShell } from "../saved-shell.ts";
import { type Backing, closeWithLastWriter } from "./shell-backing.ts";

export type BackgroundSetup = {
  readonly plan: SpawnPlan;
  readonly runtimeDir: string;
  /** Takes the pid of the plan's process before any shell runs in it. */
  readonly started: (pid: number) => Promise<void>;
  readonly text: string;
  readonly saved: SavedShell;
  readonly transcript: Transcript;
};

/** Starts a command in a bash and under a supervisor of its own, so that a kill ends this command and nothing else. */
export async function startBackground({
  plan,
  runtimeDir,
  started,
  text,
  saved,
  transcript,
}: BackgroundSetup): Promise<Backing> {
  if (text.includes("\0")) throw new Fault("SPAWN_FAILED", "a command cannot hold a NUL character");
  writeFileSync(join(runtimeDir, "state"), `${saved.state}\0${text}\0`, { mode: 0o600 });
  const supervisor = await Supervisor.start(plan);
  const fifos: Fifo[] = [];
  const close = async (): Promise<void> => {
    await supervisor.end();
    for (const fifo of fifos) fifo.close();
    transcript.finish();
  };
  try {
    await started(supervisor.hostPid ?? 0);
    // Both at once: the shell waits at its FIFOs until the host has opened them.
    const [made, begun] = [supervisor.makeFifos(["o", "e"]), supervisor.startShell([saved.place], "o", "e")];
    begun.catch(() => undefined); // awaited below, unless the FIFOs failed first
    await made;
    const open = (name: string, stream: StreamName): Fifo =>
      new Fifo(join(runtimeDir, name), (chunk) => transcript.append(stream, chunk));
    fifos.push(open("o", "stdout"), open("e", "stderr"));
    closeWithLastWriter(transcript, fifos);
    const ended = endOf(supervisor, fifos);
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
