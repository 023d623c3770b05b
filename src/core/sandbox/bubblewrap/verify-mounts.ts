import { lstatSync } from "node:fs";
import { relative } from "node:path";
import { Fault } from "../../base/fault.ts";
import { realKindAt } from "../../files/kind-at.ts";
import type { Seal } from "../view/seal.ts";
import { type FileIdentity, isSameInside, mountPointsOf } from "./inspect-sandbox.ts";

/** What one plan lays over itself, as it was when the plan was made. */
export type Laid = { readonly identities: readonly FileIdentity[]; readonly paths: readonly string[] };

/** Remembers it. A link among it is a fault: it was no link when it was looked for. */
export function laidBy(seals: readonly Seal[], workspace: string): Laid {
  const identities = seals
    .filter(({ as }) => as !== "hidden")
    .map(({ path }) => {
      const { dev, ino } = lstatSync(path);
      if (realKindAt(workspace, relative(workspace, path)) === "link") throw replaced(path);
      return { path, device: dev, inode: ino };
    });
  return { identities, paths: seals.map(({ path }) => path) };
}

/**
 * A fault when one of them lies elsewhere, or is another thing. While bubblewrap builds, a command in another shell can put
 * a link in the place of a directory, and back: then what is at the path is right, and yet something of the host was shown
 * where the link led. As many mounts as were planned, each in its place: then none went astray.
 */
export function checkLaid(pid: number, { identities, paths }: Laid): void {
  const mounted = mountPointsOf(pid);
  if (mounted === undefined) return; // it is over, and nothing runs in it
  const astray = paths.find((path) => !mounted.has(path));
  const wrong = astray ?? identities.find((identity) => !isSameInside(pid, identity))?.path;
  if (wrong !== undefined) throw replaced(wrong);
}

const replaced = (path: string): Fault =>
  new Fault("SANDBOX_UNAVAILABLE", `${path} was replaced while the sandbox started; try again`);
