/** The limits and waits of tries; those that an operator sets are in `Limits`. */
const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** A try that nobody kept or discarded stays for so long, and so many of them; the oldest goes first. */
export const TRY_KEPT_MS: number = 7 * 24 * 60 * 60 * 1000;
export const MOST_TRIES = 32;
/** One without a record is being made, for so long at the most. */
export const TRY_MADE_MS: number = 10 * 60 * 1000;
/** Without an overlay a larger workspace is not copied: a try must not take minutes, or fill a disk, before it begins. */
export const TRY_COPY_BYTES: number = GiB;
export const TRY_COPY_FILES = 20_000;
/** Beyond so many bytes, or so many files, a rename is told as a deletion and an addition. */
export const RENAME_BYTES: number = 64 * MiB;
export const RENAME_FILES = 5000;
/** What the kernel noted of the files of a try is read up to this size, and for so long. */
export const TRY_NOTES_BYTES: number = GiB;
export const TRY_NOTES_MS = 120_000;
/** A host looks so often whether its user wants a try to end, and another waits for that so long. */
export const TRY_LOOK_MS = 250;
export const TRY_ENDED_MS = 15_000;
/** So many changes of a try stand as data in one result. */
export const TRY_TOLD_CHANGES = 1000;
