import { lstatSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { stopwatch } from "../../base/clock.ts";
import { SLICE_MS } from "../../base/limits.ts";
import { type HeldDirectory, holdDirectory } from "../../files/pinned-directory.ts";

export type TreeSize = { readonly bytes: number; readonly files: number };

/** Each level costs a descriptor; what lies deeper does not count. */
const MAX_DEPTH = 100;

/**
 * How much a tree that commands write takes on its disk: what its files occupy, and how many entries it has. Never through
 * a link, in slices, and not further than to the point at which it is more than `enough`.
 */
export async function treeSize(root: string, enough: TreeSize): Promise<TreeSize> {
  const size = { bytes: 0, files: 0 };
  let spent = stopwatch();
  const isEnough = (): boolean => size.bytes > enough.bytes || size.files > enough.files;
  const count = (path: string): boolean => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    size.files += 1;
    size.bytes += (stat?.blocks ?? 0) * 512;
    return stat?.isDirectory() === true;
  };
  const walk = async (held: HeldDirectory | undefined, depth: number): Promise<void> => {
    if (held === undefined || depth > MAX_DEPTH) return;
    for await (const { name } of await opendir(held.path)) {
      if (isEnough()) return;
      if (spent() > SLICE_MS) {
        await nextTurn();
        spent = stopwatch();
      }
      if (count(`${held.path}/${name}`)) await within(await holdDirectory(`${held.path}/${name}`), depth + 1);
    }
  };
  const within = async (held: HeldDirectory | undefined, depth: number): Promise<void> => {
    try {
      await walk(held, depth);
    } catch {
      return; // a command removed it meanwhile, or closed it
    } finally {
      await held?.close();
    }
  };
  await within(await holdDirectory(root), 0);
  return size;
}
