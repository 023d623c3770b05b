import { linkSync, lstatSync, mkdirSync, realpathSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, systemReason } from "../../base/system-error.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { removeTree } from "../../process/remove-tree.ts";
import {
  forgetRestored,
  identityAt,
  keepRestored,
  type Quarantined,
  quarantineOf,
  readQuarantined,
} from "./quarantine-record.ts";

/** What was to be put back, and a sentence that says why it was not. */
export type PutBack = { readonly item: Quarantined; readonly problem?: string };

/**
 * Puts back what a sandbox took away: by descriptor, never through a link, and never over what stands there. Undefined
 * when nothing of this id is kept.
 */
export function restoreQuarantined(id: string, stateDir: string): PutBack | undefined {
  const quarantine = quarantineOf(stateDir);
  const item = readQuarantined(quarantine, id);
  if (item === undefined) return undefined;
  // First: a sandbox that runs sees the name at once.
  keepRestored(quarantine, item);
  const ending = putBack(item);
  if (ending === "done") {
    removeTree(join(quarantine, id));
    return { item };
  }
  forgetRestored(quarantine, item);
  return { item, problem: ending.problem };
}

type Ending = "done" | { readonly problem: string };

function putBack({ kept, path, identity }: Quarantined): Ending {
  const between = (to: string): Ending =>
    inDirectory(realpathSync(dirname(kept)), (from) =>
      move(join(from, basename(kept)), join(to, basename(path)), identity),
    ) ?? { problem: `${kept} was moved meanwhile` };
  try {
    return (
      inDirectory(dirname(path), between) ?? {
        problem: `${dirname(path)} is no directory any more, or a link leads there; it is kept at ${kept}`,
      }
    );
  } catch (error) {
    const problem =
      codeOf(error) === "EEXIST"
        ? `something stands at ${path}, and nothing is written over it: move it away first`
        : `${path} cannot be put back: ${systemReason(error)}; it is kept at ${kept}`;
    return { problem };
  }
}

/** In one step that fails where something stands: a rename would replace a file. */
function move(from: string, to: string, identity: string): Ending {
  if (lstatSync(from).isDirectory()) {
    mkdirSync(to, { mode: 0o700 });
    try {
      renameSync(from, to); // replaces nothing but an empty directory
    } catch (error) {
      rmdirSync(to);
      throw error;
    }
  } else {
    linkSync(from, to);
    unlinkSync(from);
  }
  return identityAt(to) === identity ? "done" : { problem: "a command replaced it meanwhile" };
}
