import { lstatSync } from "node:fs";
import { opendir, rm } from "node:fs/promises";
import { join } from "node:path";
import { wallMs } from "../../base/clock.ts";
import { QUARANTINE_BYTES, QUARANTINE_FILES, QUARANTINE_KEPT_MS } from "../../base/limits.ts";
import { Slices } from "../../base/slices.ts";
import { untrustedNamesIn } from "../../files/list-untrusted.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { RESTORED } from "./quarantine-record.ts";

/** How much is kept. */
export type QuarantineLimits = { readonly keptMs: number; readonly bytes: number; readonly files: number };

const USUAL: QuarantineLimits = { keptMs: QUARANTINE_KEPT_MS, bytes: QUARANTINE_BYTES, files: QUARANTINE_FILES };

/**
 * Removes from a quarantine what is old, and then the oldest until the rest is within the limits. No more files are
 * looked at than may be kept. Never throws: what cannot be removed stays.
 */
export async function pruneQuarantine(quarantine: string, limits: QuarantineLimits = USUAL): Promise<void> {
  const left = { bytes: limits.bytes, files: limits.files };
  const slices = new Slices();
  const entries = [quarantine, join(quarantine, RESTORED)].flatMap(entriesIn);
  for (const { path, ctimeMs } of entries.sort((a, b) => b.ctimeMs - a.ctimeMs)) {
    const isOld = wallMs() - ctimeMs > limits.keptMs;
    if (isOld || !(await fits(path, left, slices).catch(() => false))) await remove(path);
  }
}

/** What was taken away, or put back; the ctime of each says when. */
const entriesIn = (directory: string): { readonly path: string; readonly ctimeMs: number }[] =>
  untrustedNamesIn(directory)
    .filter((name) => name !== RESTORED)
    .map((name) => join(directory, name))
    .map((path) => ({ path, ctimeMs: lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0 }));

/** Takes the size of a tree off what is left, and tells whether there was enough. A tree that no path leads through throws. */
async function fits(root: string, left: { bytes: number; files: number }, slices: Slices): Promise<boolean> {
  const paths = [root];
  for (let path = paths.pop(); path !== undefined && left.bytes >= 0 && left.files >= 0; path = paths.pop()) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    left.bytes -= (stat?.blocks ?? 0) * 512;
    left.files -= 1;
    for (const name of stat?.isDirectory() === true ? await namesIn(path, left.files) : [])
      paths.push(join(path, name));
    await slices.step();
  }
  return left.bytes >= 0 && left.files >= 0;
}

/** Some more names than so many, at the most. */
async function namesIn(directory: string, most: number): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(directory)) {
      names.push(name);
      if (names.length > most) break;
    }
  } catch {
    return names; // a command took away the right to list it
  }
  return names;
}

/** A command may have taken away the right to list a directory in it. */
const remove = (path: string): Promise<unknown> =>
  rm(path, { recursive: true, force: true }).catch(() => removeTree(path));
