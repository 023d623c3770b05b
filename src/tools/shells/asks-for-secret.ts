import { lastLineOf } from "../../core/output/last-line.ts";
import type { Transcript } from "../../core/output/transcript.ts";
import { SECRET_FIELD } from "../../core/terminal/secret-field.ts";

/** Whether a program that reads a pipe asks for a secret: on a pipe there is no echo to tell it by, only the prompt's words. */
export function asksForSecret(transcript: Pick<Transcript, "read">): boolean {
  const { text, isOpen } = lastLineOf(transcript);
  return isOpen && SECRET_FIELD.test(text);
}
