import type { JournalNews } from "../../core/shell/host/host-journal.ts";
import { plural } from "./plural.ts";

/** What a model is told of a journal that cannot be written: what it does is not recorded, and its user should know. */
export const JOURNAL_WORDS = {
  journalNews: ({ isWritten, problem: { reason, advice, missed } }: JournalNews): string =>
    isWritten
      ? `nacre's journal is written again; ${plural(missed, "entry", "entries")} of the time between are missing in it`
      : `what runs is not in nacre's journal, which cannot be written (said once for this session): ${reason}; commands run all the same, and the user can ${advice}`,
};
