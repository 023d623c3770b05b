import { mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Fault } from "../../base/fault.ts";
import { realKindAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";

/** A private directory: its path inside, and its path on the host. */
export type PrivateDirectory = { readonly inside: string; readonly onDisk: string };

/**
 * The parents, in a private directory, of what is mounted further down; outer ones first, each to be mounted over
 * itself. Commands own a private directory and share it: with a link in the place of a parent they could lead the
 * mounts of the next shell elsewhere, because bubblewrap follows links while it builds, outside as well as inside. No
 * command can move or replace a mount. The parents are made before any command runs.
 */
export function waysTo(points: readonly string[], base: PrivateDirectory): readonly PrivateDirectory[] {
  const inside = new Set(
    points
      .filter((point) => point !== base.inside && isInside(point, base.inside))
      .flatMap((point) => above(point, base)),
  );
  return [...inside]
    .sort((a, b) => a.length - b.length)
    .map((path) => {
      const steps = relative(base.inside, path);
      const onDisk = join(base.onDisk, steps);
      const kind = realKindAt(base.onDisk, steps);
      if (kind === "missing") mkdirSync(onDisk, { mode: 0o755 });
      else if (kind !== "directory") throw new Fault("SANDBOX_UNAVAILABLE", `${path} was replaced by a command`);
      return { inside: path, onDisk };
    });
}

function above(point: string, base: PrivateDirectory): string[] {
  const parent = dirname(point);
  return parent === base.inside ? [] : [...above(parent, base), parent];
}
