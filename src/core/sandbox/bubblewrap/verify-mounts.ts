import { Fault } from "../../base/fault.ts";
import { kindIn, statAt } from "../../files/kind-at.ts";
import type { Seal } from "../view/seal.ts";
import { type FileIdentity, isSameInside, mountsOf } from "./inspect-sandbox.ts";

/** The mounts that one plan makes, and what lay at their paths when the plan was made. */
export type Laid = { readonly identities: readonly FileIdentity[]; readonly paths: readonly string[] };

/** Records them. A link among the paths is a fault, and so is nothing: the scan found neither there. */
export function laidBy(seals: readonly Seal[], workspace: string): Laid {
  const identities = seals
    .filter(({ as }) => as !== "hidden")
    .map(({ path }) => {
      const stat = statAt(path);
      if (stat === undefined || kindIn(workspace, path) === "link") throw replaced(path);
      return { path, device: stat.dev, inode: stat.ino };
    });
  return { identities, paths: seals.map(({ path }) => path) };
}

/**
 * Throws a fault when a planned mount is missing or covers another file. While bubblewrap builds, a command in another
 * shell can put a link in the place of a directory, and take it away again: the path then looks right, but bubblewrap
 * has shown a file of the host where the link led. If every planned mount is in its place, none followed a link.
 */
export function checkLaid(pid: number, { identities, paths }: Laid): void {
  if (paths.length === 0) return;
  const mounted = mountsOf(pid);
  if (mounted === undefined) return; // the sandbox has ended, and nothing runs in it
  const astray = paths.find((path) => !mounted.has(path));
  const wrong = astray ?? identities.find((identity) => !isSameInside(pid, identity))?.path;
  if (wrong !== undefined) throw replaced(wrong);
}

const replaced = (path: string): Fault =>
  new Fault("SANDBOX_UNAVAILABLE", `${path} was replaced while the sandbox started; try again`);
