import { Fault } from "../base/fault.ts";
import { codeOf, messageOf } from "../base/system-error.ts";
import { systemFault } from "../base/system-fault.ts";
import { journalDir } from "./journal-files.ts";
import type { JournalProblem } from "./journal-problem.ts";

/** How often a journal that could not be written is tried again. */
export const JOURNAL_RETRY_MS = 5000;

/** The problem in a sentence, for users. */
export const journalFailed = ({ reason, advice }: Pick<JournalProblem, "reason" | "advice">): string =>
  `the journal cannot be written: ${reason}; ${advice}: it is tried again every ${JOURNAL_RETRY_MS / 1000} s`;

/** That it is over, and what it cost. */
export const journalResumed = ({ missed, reason }: Pick<JournalProblem, "missed" | "reason">): string =>
  `the journal is written again; ${missed === 1 ? "1 entry is" : `${missed} entries are`} missing in it (${reason})`;

type Words = { readonly reason?: string; readonly advice: string };

/** By the code of the error, or of its fault. */
const WORDS: Readonly<Record<string, (place: string) => Words>> = {
  ENOSPC: (place) => ({ reason: "the disk is full (ENOSPC)", advice: `free space on the disk of ${place}` }),
  DISK_FULL: (place) => ({ reason: "the disk quota is used up", advice: `free space on the disk of ${place}` }),
  EROFS: (place) => ({
    reason: "the disk is read-only (EROFS)",
    advice: `make the disk of ${place} writable again`,
  }),
  EACCES: (place) => ({ advice: `let this user write in ${place}` }),
  EPERM: (place) => ({ advice: `let this user write in ${place}` }),
  EEXIST: (place) => ({ advice: `move away what lies in its place in ${place}` }),
  ENOTDIR: (place) => ({ advice: `move away what lies in its place: ${place} must be a directory` }),
  NO_DESCRIPTORS: () => ({ advice: "let this process open more files (ulimit -n)" }),
};

const OWN = "name a state directory of this user's own (NACRE_STATE_DIR)";

/** The words for what a write to the journal of this state directory was refused with. */
export function wordsFor(error: unknown, stateDir: string): Pick<JournalProblem, "reason" | "advice"> {
  const place = journalDir(stateDir);
  const words = (WORDS[codeOf(error)] ?? WORDS[systemFault(error).code])?.(place);
  const advice = error instanceof Fault ? OWN : `see that files can be written in ${place}`;
  return { reason: messageOf(error), advice, ...words };
}
