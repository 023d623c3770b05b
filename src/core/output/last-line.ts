import type { Transcript } from "./transcript.ts";

/** More of a line tells nobody what is asked. */
const LINE_CHARS = 500;

/** The line that a command printed last, as far as that can be told, and whether it left it without an end: a prompt most likely. */
export type LastLine = { readonly text: string; readonly isOpen: boolean };

/** Of two streams the one whose line is open counts, stderr first: bash, ssh and sudo ask there. */
export function lastLineOf(transcript: Pick<Transcript, "read">): LastLine {
  const { stdout, stderr } = transcript.read({ tail: 1, maxChars: LINE_CHARS, notice: () => "" });
  const found = [stderr, stdout].find((line) => line !== "" && !line.endsWith("\n"));
  return { text: (found ?? (stdout || stderr)).trim(), isOpen: found !== undefined };
}
