import { lastLineOf } from "../output/last-line.ts";
import type { Transcript } from "../output/transcript.ts";
import type { Identity } from "../process/identity.ts";
import { holderOfInput, readerOfInput, seemsIdle } from "../process/waiting-for-input.ts";

/** The program that waits for a command's input; `isCertain`: it reads, and there is nothing. */
export type InputReader = { readonly program: string; readonly isCertain: boolean };

/** The pipe that a command reads, the bash that runs it, and where it prints. */
export type OpenInput = {
  readonly inode: number;
  readonly shell: Identity | undefined;
  readonly transcript: Pick<Transcript, "read">;
};

/** How a line ends behind which an answer is typed. */
const PROMPT = /[?:>\])}$#»❯…]$/u;

/**
 * The program that waits for input of this pipe. One that waits for several things at once (an event loop) is taken for
 * one that asks when it is idle, holds the pipe as its standard input, and left a line open that looks like a prompt.
 */
export function askedInput(processes: readonly Identity[], input: OpenInput): InputReader | undefined {
  const reader = readerOfInput(processes, input);
  if (reader !== undefined) return { program: reader, isCertain: true };
  const { text, isOpen } = lastLineOf(input.transcript);
  if (!isOpen || !PROMPT.test(text) || !seemsIdle(processes)) return undefined;
  const holder = holderOfInput(processes, input);
  return holder === undefined ? undefined : { program: holder, isCertain: false };
}
