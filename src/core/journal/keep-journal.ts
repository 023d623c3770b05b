import { closeSync, constants, ftruncateSync, openSync, rmSync } from "node:fs";
import { MOST_JOURNAL_BYTES, MOST_JOURNAL_FILES } from "../base/limits.ts";
import type { Steps } from "../base/slices.ts";
import { entryIn } from "./entry.ts";
import { journalFiles, newestFile, noteKnownHost } from "./journal-files.ts";
import { linesBackwards, linesOf } from "./journal-lines.ts";

/** Cuts off what a host that was killed wrote of its last line. Its whole lines stay. */
export function mendTornLine(stateDir: string, host: string): void {
  const path = newestFile(stateDir, host);
  const lines = linesOf(path);
  let whole = 0;
  for (;;) {
    const { value, done } = lines.next();
    if (done === true) {
      if ((value?.tornBytes ?? 0) > 0) cutTo(path, whole);
      return;
    }
    whole += Buffer.byteLength(value) + 1;
  }
}

function cutTo(path: string, bytes: number): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    ftruncateSync(fd, bytes);
  } finally {
    closeSync(fd);
  }
}

type Most = { readonly bytes: number; readonly files: number };
const MOST: Most = { bytes: MOST_JOURNAL_BYTES, files: MOST_JOURNAL_FILES };

/** Removes the oldest files above the limits, and says so in the list of chains: what is removed here is not missed. */
export function* removeOldJournal(stateDir: string, most: Most = MOST): Steps<void> {
  const files = journalFiles(stateDir);
  let bytes = files.reduce((sum, { stat }) => sum + stat.size, 0);
  let count = files.length;
  for (const { path, host, stat } of files.toSorted((a, b) => a.stat.mtimeMs - b.stat.mtimeMs)) {
    if (bytes <= most.bytes && count <= most.files) return;
    const [last] = linesBackwards(path);
    const entry = last === undefined ? undefined : entryIn(last);
    if (entry !== undefined) noteKnownHost(stateDir, { host, removedTo: { seq: entry.seq, hash: entry.hash } });
    rmSync(path, { force: true });
    bytes -= stat.size;
    count -= 1;
    yield;
  }
}
