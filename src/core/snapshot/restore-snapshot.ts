import { existsSync, lstatSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../base/fault.ts";
import { unlikePaths } from "../files/compare-trees.ts";
import { copyPaths } from "../files/copy-tree.ts";
import { namesIn } from "../files/list-directory.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { removeTree } from "../process/remove-tree.ts";
import { type PlainGit, pathsOf, plainGit, repositoryOf } from "./plain-git.ts";
import { listSnapshots, placeOfSnapshot, type Snapshot } from "./snapshot.ts";

/** What a restore did, as it was looked up afterwards. */
export type Restored = {
  readonly snapshot: Snapshot;
  /** Paths of the snapshot that are not as they were then, or not there. */
  readonly missing: readonly string[];
  /** Paths that changed since the snapshot and were left as they are: tracked files, branches, the index. */
  readonly kept: readonly string[];
  /** Why something is missing, where git said it. */
  readonly failure?: string;
};

/** Whether everything that the snapshot holds is there again. */
export const isWhole = ({ missing, failure }: Restored): boolean => missing.length === 0 && failure === undefined;

/**
 * Restores a snapshot: what it holds is as it was then; newer files that are not in it stay, and so does what changed
 * since in a repository that is still there. Undefined when there is no such snapshot.
 */
export async function restoreSnapshot(id: string, stateDir: string): Promise<Restored | undefined> {
  const snapshot = listSnapshots(stateDir).find((candidate) => candidate.id === id);
  if (snapshot === undefined) return undefined;
  const { workspace } = snapshot;
  const place = placeOfSnapshot(id, stateDir);
  makeDirectory(workspace, 0o777);
  if (lstatSync(workspace).isSymbolicLink())
    throw new Fault(
      "DIRECTORY_UNUSABLE",
      `${workspace} is a link now; remove it, or put the copy back by hand from ${place}`,
    );
  const repository = await restoreRepository(join(place, "git"), join(workspace, ".git"));
  const files = join(place, "files");
  await copyPaths(namesIn(files), { from: files, to: workspace }, { keep: false, without: [] });
  const tracked = snapshot.isRepository ? await checkOut(workspace, place) : NOTHING_TO_DO;
  const missing = existsSync(files) ? await unlikePaths(files, workspace) : [];
  return {
    snapshot,
    missing: [...repository.missing, ...missing, ...tracked.missing],
    kept: [...repository.kept, ...tracked.kept],
    ...(tracked.failure === undefined ? {} : { failure: tracked.failure }),
  };
}

type Part = Omit<Restored, "snapshot">;
const NOTHING_TO_DO: Part = { missing: [], kept: [] };

/** The directories of objects: a file there never changes by right, so that the copy's is the true one. */
const OBJECTS = /^(?:[0-9a-f]{2}|pack)$/;

/** Puts a git directory back. Branches and index that are there stay: they may hold newer work. */
async function restoreRepository(from: string, to: string): Promise<Part> {
  if (!existsSync(from)) return NOTHING_TO_DO;
  await copyPaths(namesIn(from), { from, to }, { keep: true, without: [] });
  const objects = namesIn(join(from, "objects"))
    .filter((name) => OBJECTS.test(name))
    .map((name) => `objects/${name}`);
  await copyPaths(objects, { from, to }, { keep: false, without: [] });
  const unlike = (await unlikePaths(from, to)).map((path) => `.git/${path}`);
  const isKept = (path: string): boolean => !path.startsWith(".git/objects/") && isThere(dirname(to), path);
  return { missing: unlike.filter((path) => !isKept(path)), kept: unlike.filter(isKept) };
}

/** Writes the missing files as they are in the saved index: first to a private directory, because git follows links. */
async function checkOut(workspace: string, place: string): Promise<Part> {
  const objects = existsSync(join(place, "git")) ? join(place, "git", "objects") : repositoryOf(workspace)?.objects;
  const [own, workTree] = ["reader", "checked-out"].map((name) => join(place, name)) as [string, string];
  makeDirectory(workTree);
  const git = { index: join(place, "index"), objects: objects ?? join(own, "objects"), workTree, own };
  try {
    const tracked = await trackedIn(git);
    if (tracked === undefined) return { ...NOTHING_TO_DO, failure: "git cannot read the index of the copy" };
    const isMissing = (path: string): boolean => !isThere(workspace, path);
    const input = Buffer.from(
      tracked
        .filter(isMissing)
        .map((path) => `${path}\0`)
        .join(""),
    );
    const written = await plainGit(git, ["checkout-index", "--quiet", "-z", "--stdin"], input);
    // Git does not look whether an object holds what its name says.
    const others = pathsOf(await plainGit(git, ["ls-files", "-z", "--modified"])) ?? [];
    const wrong = others.filter((path) => isThere(workTree, path));
    await copyPaths(namesIn(workTree), { from: workTree, to: workspace }, { keep: true, without: [] });
    const missing = [...tracked.filter(isMissing), ...wrong];
    const changed = pathsOf(await plainGit({ ...git, workTree: workspace }, ["ls-files", "-z", "--modified"])) ?? [];
    const isKept = (path: string): boolean =>
      !isMissing(path) && !wrong.includes(path) && !isThere(join(place, "files"), path);
    const kept = changed.filter(isKept);
    const said = written?.stderr.trim().split("\n")[0] ?? "";
    const failure =
      missing.length === 0 ? "" : said || (wrong.length === 0 ? "" : "git's objects do not hold what they name");
    return { missing, kept: [...new Set(kept)], ...(failure === "" ? {} : { failure }) };
  } finally {
    for (const path of [own, workTree]) removeTree(path);
  }
}

/** The paths of an index, but for those that git was told to leave out of the working tree (tag S). */
async function trackedIn(git: PlainGit): Promise<readonly string[] | undefined> {
  const listed = await plainGit(git, ["ls-files", "-z", "-t"]);
  if (listed === undefined) return undefined;
  const wanted = listed.stdout.split("\0").filter((line) => !line.startsWith("S "));
  return pathsOf({ ...listed, stdout: [...new Set(wanted.map((line) => line.slice(2)))].join("\0") });
}

/** Whether the path is there, and no link on the way leads elsewhere. */
function isThere(root: string, path: string): boolean {
  const parents = path.split("/").slice(0, -1);
  const isReal = (_: string, depth: number): boolean =>
    statAt(join(root, ...parents.slice(0, depth + 1)))?.isDirectory() === true;
  return parents.every(isReal) && statAt(join(root, path)) !== undefined;
}

function statAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined; // not there, or out of reach
  }
}
