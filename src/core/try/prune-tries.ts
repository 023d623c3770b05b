import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { wallMs } from "../base/clock.ts";
import { MOST_TRIES, TRY_KEPT_MS, TRY_MADE_MS } from "../base/limits/try-limits.ts";
import { removeTree } from "../process/remove-tree.ts";
import { isRunningTry, listRecords, readRecord, removeTry, triesOf } from "./try-record.ts";

/** What may have no record. */
const UNFINISHED = /^try_/;

/** Removes tries that nobody kept or discarded for long, the oldest first, and what a crash left of others. */
export function pruneTries(stateDir: string, now: number = wallMs()): void {
  const ended = listRecords(stateDir).filter((record) => !isRunningTry(record));
  const surplus = ended.length - MOST_TRIES;
  ended.forEach(({ id, startedAt }, at) => {
    if (at < surplus || now - startedAt > TRY_KEPT_MS) removeTry(stateDir, id);
  });
  const directory = triesOf(stateDir);
  for (const name of existsSync(directory) ? readdirSync(directory) : [])
    if (UNFINISHED.test(name) && readRecord(stateDir, name) === undefined && isOld(join(directory, name), now))
      removeTree(join(directory, name));
}

const isOld = (path: string, now: number): boolean =>
  now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > TRY_MADE_MS;
