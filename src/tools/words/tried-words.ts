import type { Change } from "../../core/try/change.ts";
import type { Kept } from "../../core/try/keep/keep-try.ts";
import { plural } from "./plural.ts";
import { triedLines } from "./tried-lines.ts";

/** What a try has come to, as results and questions tell it. */
type TriedSummary = {
  readonly id: string;
  readonly changes: readonly Change[];
  readonly escapes: readonly string[];
  readonly differs: readonly string[];
};

/** So much of a result, or of a question, tells what a try holds. */
export const TRIED_ROOM: Room = { lines: 40, chars: 4000 };

type Room = { readonly lines: number; readonly chars: number };

/** The sentences about tries. */
export const TRIED_WORDS = {
  noTries: (): string => "Nothing ran: these tools cannot try a command; leave try out.",
  /** The changes of a try, as many lines as there is room for. */
  triedChanges: (tried: TriedSummary, room: Room): string => {
    const { id, changes } = tried;
    if (changes.length === 0) return `[try ${id}] nothing is changed in the workspace, nor in the try`;
    const lines = triedFactLines(tried, room);
    return [`[try ${id}] the workspace is as before; in the try ${plural(changes.length, "change")}:`, ...lines].join(
      "\n",
    );
  },
  /** The last line of a result while its try is open. */
  triedOpen: (id: string, changes: number): string =>
    changes === 0 ? "" : `[not kept: the user keeps it with: nacre try --keep ${id}]`,
  triedAsked: (id: string, question: string): string =>
    `[not kept: the user is asked (${question}), or keeps it with: nacre try --keep ${id}]`,
  triedLeft: (id: string, said: string): string =>
    `[not kept: the user was asked and said no${said === "" ? "" : `: ${said}`}; ${id} stays open]`,
  triedKept: ({ kept, guarded, open }: Kept, id: string): string => {
    const left =
      guarded.length === 0 ? "" : `; not kept, because tools run or obey it by themselves: ${guarded.join(", ")}`;
    const rest = open === 0 ? "" : `; ${open} left in ${id}`;
    return `[the user kept ${plural(kept.length, "change")} in the workspace${left}${rest}]`;
  },
  triedConflict: (id: string, conflicts: Kept["conflicts"]): string =>
    `[not kept, because the workspace has changed since: ${conflicts.map(({ path, why }) => `${path} (${why})`).join(", ")}; ${id} stays open]`,
  triedNotKept: (why: string): string => `[not kept: ${why}]`,
  triedOutside: (place: string): string =>
    `Nothing ran: the session is in ${place}, which is no part of the workspace that is tried; cd into it first.`,
  /** The changes for the user who is asked about them. */
  triedFacts: (tried: TriedSummary, room: Room): readonly string[] => triedFactLines(tried, room),
  notTried: (why: string): string => `It could not be tried: ${why}`,
  triedEnd: (exitCode: number | null, isTimedOut: boolean): string => {
    if (isTimedOut) return "Tried, and ended before it was done; until then it had changed:";
    return `Tried${exitCode === null ? "" : ` (exit code ${exitCode})`}; it would change:`;
  },
  keepReason: (): string => "It ran in a try; a yes brings what it changed there into the workspace.",
};

/** The changes and what is to be known of them, a line each; what there is no room for is counted. */
function triedFactLines({ changes, escapes, differs }: TriedSummary, { lines: most, chars }: Room): string[] {
  const lines = triedLines(changes).map(({ sign, text, count }) => ({ text: `${sign} ${text}`, count }));
  const shown: string[] = [];
  let room = chars;
  for (const { text } of lines) {
    room -= text.length + 1;
    if (shown.length >= most || room < 0) break;
    shown.push(text);
  }
  const more = lines.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return [
    ...shown,
    ...(more === 0 ? [] : [`… and ${plural(more, "more change")}`]),
    ...escapes.map((sentence) => `left the try: ${sentence}`),
    ...differs.slice(0, MOST_DIFFERENCES).map((sentence) => `differs: ${sentence}`),
    ...(differs.length <= MOST_DIFFERENCES ? [] : [`differs: and ${differs.length - MOST_DIFFERENCES} more`]),
  ];
}

const MOST_DIFFERENCES = 5;
