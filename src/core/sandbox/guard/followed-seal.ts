import { TrackedFile } from "../../files/tracked-file.ts";

/** The mounts of a keeper: a mount follows the file that it covers. */
export type SealMounts = {
  /** The mount of each seal, by the path of the seal. */
  readonly ids: ReadonlyMap<string, string>;
  /** Where each mount lies now, by its id; nowhere when the keeper has ended. The same function for the same keeper. */
  readonly paths: () => ReadonlyMap<string, string>;
};

/** What tells where a sealed file went: a descriptor of it, a mount on it, or nothing as yet. */
export type Followed = TrackedFile | { readonly mount: string } | undefined;

/** The kernel takes no longer path, with the byte that ends it. */
const LONGEST_PATH = 4096;

export type Whereabouts = ReturnType<TrackedFile["whereabouts"]>;

/** Where the file is now. `paths` says where mounts are. */
export function whereaboutsOf(followed: Followed, paths: () => ReadonlyMap<string, string>): Whereabouts {
  if (followed instanceof TrackedFile) return followed.whereabouts();
  const path = followed === undefined ? undefined : paths().get(followed.mount);
  if (path === undefined) return "deleted";
  return Buffer.byteLength(path) < LONGEST_PATH ? { path } : "beyond";
}

export function letGo(followed: Followed): void {
  if (followed instanceof TrackedFile) followed.close();
}
