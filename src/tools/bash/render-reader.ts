import type { Outcome } from "../../core/shell/session/outcome.ts";
import type { OwnMetadata } from "../metadata.ts";
import { asksForSecret } from "../shells/asks-for-secret.ts";
import type { Words } from "../words.ts";

/** Who waits for the input of a command that was handed over for it, and for what. */
export function readerNotes(
  { ending, transcript }: Pick<Outcome, "ending" | "transcript">,
  words: Words,
): readonly string[] {
  if (ending.kind !== "handed-over" || ending.reader === undefined) return [];
  const { program, isCertain } = ending.reader;
  if (asksForSecret(transcript)) return [words.mayAskForSecret(program)];
  return [isCertain ? words.waitsForInput(program) : words.seemsToWait(program)];
}

/** The same as data. */
export function readerFacts({ ending, transcript }: Pick<Outcome, "ending" | "transcript">): OwnMetadata {
  if (ending.kind !== "handed-over" || ending.reader === undefined) return {};
  const { program } = ending.reader;
  return { waiting_for_input: program, ...(asksForSecret(transcript) ? { password: "maybe" } : {}) };
}
