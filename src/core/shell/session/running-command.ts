import { sleep } from "../../base/clock.ts";
import { KILL_GRACE_MS } from "../../base/limits.ts";
import type { Transcript } from "../../output/transcript.ts";
import { type Exit, exitOfShellStatus } from "../../process/ending.ts";
import { type Identity, signal } from "../../process/identity.ts";
import { killTree } from "../../process/kill-tree.ts";
import { askedInput, type InputReader } from "../asked-input.ts";
import type { TurnReply } from "../bash/turn.ts";
import type { BashLink } from "./bash-link.ts";
import type { EarlierProcesses } from "./earlier-processes.ts";
import { othersOf } from "./left-running.ts";
import type { Outcome } from "./outcome.ts";
import type { CommandFifos } from "./output-fifos.ts";
import type { RunOptions } from "./run-options.ts";
import type { SessionSetup } from "./session-setup.ts";

/** A command that bash has got and not answered yet. */
export type RunningCommand = {
  readonly link: BashLink;
  readonly text: string;
  readonly fifos: CommandFifos;
  readonly transcript: Transcript;
  readonly reply: Promise<TurnReply>;
  readonly earlier: EarlierProcesses;
  /** Who of its processes waits for its input; undefined where it reads nothing that could still be typed. */
  readonly reader: ((processes: readonly Identity[]) => InputReader | undefined) | undefined;
};

type Given = Pick<RunOptions, "merge" | "stdin"> & Pick<RunningCommand, "text" | "transcript" | "earlier">;

/** Where a command prints; the caller hears of it before the command begins. */
export function transcriptFor(
  { createTranscript }: Pick<SessionSetup, "createTranscript">,
  { onStart }: Pick<RunOptions, "onStart">,
): Transcript {
  const transcript = createTranscript();
  onStart?.(transcript);
  return transcript;
}

/**
 * Gives bash a command, with its input and output on FIFOs of its own. `move` gives another bash for one whose runtime
 * directory was deleted.
 */
export async function beginCommand(
  link: BashLink,
  given: Given,
  move: (link: BashLink) => Promise<BashLink>,
): Promise<RunningCommand> {
  try {
    return await begin(link, given);
  } catch (error) {
    if (link.outputs.isHoused) throw error;
    return begin(await move(link), given);
  }
}

async function begin(link: BashLink, given: Given): Promise<RunningCommand> {
  const { text, merge, stdin, transcript, earlier } = given;
  const fifos = await link.outputs.acquire();
  const input = stdin === undefined ? undefined : await link.makeInput(stdin);
  fifos.out.onData = (chunk) => transcript.append("stdout", chunk);
  fifos.err.onData = (chunk) => transcript.append("stderr", chunk);
  const err = merge === true ? fifos.outName : fifos.errName;
  const answer = link.ask({ kind: "run", text, in: input?.path, out: fifos.outName, err });
  input?.begin();
  const reply = input === undefined ? answer : answer.finally(() => input.release());
  return {
    link,
    text,
    fifos,
    transcript,
    earlier,
    reply,
    reader: input === undefined ? readerOf(link, transcript) : undefined,
  };
}

function readerOf({ supervisor, shell, takesInput }: BashLink, transcript: Transcript): RunningCommand["reader"] {
  const { inode } = supervisor.input;
  if (!takesInput || inode === undefined) return undefined;
  return (processes) => askedInput(processes, { inode, shell, transcript });
}

/**
 * Ends a command: first bash, so that it runs its EXIT trap, says its state and does not run the rest of the text; then
 * the other processes.
 */
export async function stopCommand({ link, reply, earlier }: RunningCommand): Promise<TurnReply> {
  const { shell } = link;
  othersOf(link); // what is seen now is known when bash, its parent, has ended
  if (shell !== undefined) {
    signal(shell, "SIGTERM");
    signal(shell, "SIGCONT");
  }
  const saved = await Promise.race([reply, sleep(KILL_GRACE_MS)]);
  if (saved === undefined && shell !== undefined) signal(shell, "SIGKILL");
  const last = saved ?? (await link.supervisor.insist(reply));
  await killTree({ list: () => earlier.removedFrom(othersOf(link)) });
  return last;
}

/** How a command ended: by bash's answer, or with bash itself. */
export const exitOf = (reply: TurnReply): Exit =>
  reply.kind === "answer" ? exitOfShellStatus(reply.answer.status) : reply.exit;

/** What a reply tells of its command beside the ending. */
export function toldBy(reply: TurnReply): Pick<Outcome, "pipeStatus" | "movedStreams"> {
  if (reply.kind === "exit") return { pipeStatus: [] };
  const { pipeStatus, movedStreams } = reply.answer;
  return { pipeStatus: pipeStatus.length > 1 ? pipeStatus : [], movedStreams };
}
