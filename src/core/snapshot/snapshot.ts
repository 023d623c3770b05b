import { lstatSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { wallMs } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { randomHex } from "../base/ids.ts";
import { RECORD_BYTES } from "../base/limits.ts";
import { messageOf } from "../base/system-error.ts";
import { copyPaths } from "../files/copy-tree.ts";
import { realKindAt } from "../files/kind-at.ts";
import { namesIn } from "../files/list-directory.ts";
import { checkOwn, makeDirectory } from "../files/make-directory.ts";
import { readUntrusted } from "../files/read-untrusted.ts";
import { removeTree } from "../process/remove-tree.ts";
import type { FileRun } from "../process/run-file.ts";
import { pathsOf, plainGit, repositoryOf } from "./plain-git.ts";

/** A copy of a workspace that the user can restore. */
export type Snapshot = {
  readonly id: string;
  readonly workspace: string;
  readonly takenAt: string;
  readonly files: number;
  readonly bytes: number;
  /** Whether unchanged files come from the repository's own objects instead of copies. */
  readonly isRepository: boolean;
};

/**
 * Taken, or not, and why. A command can grow a workspace beyond what can be copied: that is an outcome, not a fault.
 */
export type SnapshotOutcome =
  | { readonly kind: "taken"; readonly snapshot: Snapshot; readonly restoreCommand: string }
  | { readonly kind: "too-large"; readonly reason: string };

export type SnapshotLimits = { readonly maxBytes: number; readonly maxFiles: number };

const DEFAULT_SNAPSHOT_LIMITS: SnapshotLimits = { maxBytes: 2 * 1024 ** 3, maxFiles: 100_000 };
/** A longer path was made to be too long. */
const LONGEST_PATH = 3000;
/** How many snapshots of one workspace are kept. */
const KEPT = 10;
/** Directories that a build or an install makes again. */
const REMADE = ["node_modules", ".venv", "venv", "__pycache__", "target", ".tox", ".gradle", ".next", ".turbo"];

const placeOf = (stateDir: string): string => join(stateDir, "snapshots");

/** Where the copy of this id lies. */
export const placeOfSnapshot = (id: string, stateDir: string): string => join(placeOf(stateDir), id);

/**
 * Copies what a wiped workspace would lose. In a repository that is its git directory and every file that differs from
 * the index or is not in it, ignored ones too; elsewhere everything. Leaves out what a build makes again. Changes nothing
 * in the workspace or its repository, not even the index.
 */
export async function takeSnapshot(
  workspace: string,
  stateDir: string,
  limits: SnapshotLimits = DEFAULT_SNAPSHOT_LIMITS,
): Promise<SnapshotOutcome> {
  const takenAt = new Date(wallMs()).toISOString();
  const id = newId(takenAt, stateDir);
  const place = placeOfSnapshot(id, stateDir);
  checkOwn(stateDir);
  makePlace(place);
  const loose = await looseFilesOf(workspace, place);
  const paths = loose ?? topLevelOf(workspace);
  const size = sizeOf(workspace, loose === undefined ? paths : [...paths, ".git"], limits);
  if (size === undefined) {
    removeTree(place);
    return {
      kind: "too-large",
      reason: `more than ${limits.maxFiles} files or ${limits.maxBytes} bytes would have to be copied`,
    };
  }
  await copyPaths(paths, { from: workspace, to: join(place, "files") }, { keep: false, without: REMADE });
  if (loose !== undefined) await copyRepository(workspace, place);
  const snapshot: Snapshot = {
    id,
    workspace,
    takenAt,
    ...size,
    isRepository: loose !== undefined,
  };
  // Last of all: a copy without its record does not count.
  writeFileSync(join(place, "snapshot.json"), JSON.stringify(snapshot), { mode: 0o600, flag: "wx" });
  prune(workspace, stateDir);
  return { kind: "taken", snapshot, restoreCommand: `nacre restore ${id}` };
}

/** By the time, but behind every other: ids tell which is the newest, and the clock may have been put back. */
function newId(takenAt: string, stateDir: string): string {
  const time = Number(takenAt.replace(/\D/g, "").slice(0, 14));
  const newest = Number(/^\d{14}/.exec(listSnapshots(stateDir)[0]?.id ?? "")?.[0] ?? 0);
  return `${time > newest ? time : newest + 1}-${randomHex(3)}`;
}

function makePlace(place: string): void {
  try {
    makeDirectory(place);
  } catch (cause) {
    throw new Fault("STATE_DIR_UNUSABLE", `${place} cannot be made (${messageOf(cause)})`, { cause });
  }
}

/** The snapshots, newest first. */
export function listSnapshots(stateDir: string): readonly Snapshot[] {
  return namesIn(placeOf(stateDir))
    .flatMap((id) => parseSnapshot(join(placeOf(stateDir), id, "snapshot.json")) ?? [])
    .sort((a, b) => b.id.localeCompare(a.id));
}

/**
 * Files that the repository does not have as they are: changed, new or ignored. Undefined when the workspace is not the
 * top of a repository.
 */
async function looseFilesOf(workspace: string, place: string): Promise<readonly string[] | undefined> {
  const repository = repositoryOf(workspace);
  if (repository === undefined) return undefined;
  const [index, own] = [join(place, "index"), join(place, "reader")];
  await copyPaths(["index"], { from: dirname(repository.index), to: place }, { keep: false, without: [] });
  const git = { index, objects: repository.objects, workTree: workspace, own };
  const unlooked = unlookedIn(await plainGit(git, ["ls-files", "-z", "--stage", "-v"]));
  if (unlooked === undefined) return undefined;
  const excludes = REMADE.flatMap((name) => ["--exclude", name]);
  const listed = pathsOf(await plainGit(git, ["ls-files", "-z", "--modified", "--others", ...excludes]));
  removeTree(own);
  if (listed === undefined) return undefined;
  const isThere = (path: string): boolean => lstatSync(join(workspace, path), { throwIfNoEntry: false }) !== undefined;
  return [...new Set([...listed, ...unlooked])].filter(isThere);
}

/** The mode by which an index names a submodule: git has the objects of its files elsewhere. */
const SUBMODULE = "160000";

/**
 * The paths of an index that git does not compare with the files: flags of the index say that they are unchanged or left
 * out, or they are submodules. Undefined when git cannot read it, or when a path leads out of the tree.
 */
function unlookedIn(listed: FileRun | undefined): readonly string[] | undefined {
  if (listed === undefined || pathsOf({ ...listed, stdout: listed.stdout.replace(ENTRY, "$3") }) === undefined)
    return undefined;
  const entries = [...listed.stdout.matchAll(ENTRY)];
  return entries.flatMap(([, flag = "", mode, path = ""]) => (/[a-zS]/.test(flag) || mode === SUBMODULE ? [path] : []));
}

/** What `ls-files --stage -v` says of a path: its flag, and its mode; the object and the stage do not count. */
const ENTRY = /(?<=^|\0)(\S) (\d+) \S+ \d\t([^\0]*)/g;

const topLevelOf = (workspace: string): string[] => namesIn(workspace).filter((name) => !REMADE.includes(name));

/** How much would be copied; undefined as soon as it is too much. */
function sizeOf(
  workspace: string,
  paths: readonly string[],
  { maxBytes, maxFiles }: SnapshotLimits,
): { files: number; bytes: number } | undefined {
  const queue = [...paths];
  let [files, bytes] = [0, 0];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (path.length > LONGEST_PATH) return undefined;
    const stat = lstatSync(join(workspace, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const inside = path.replace(/\/$/, "");
      queue.push(...topLevelOf(join(workspace, inside)).map((name) => join(inside, name)));
    } else if (stat?.isFile()) {
      files++;
      bytes += stat.size;
      if (files > maxFiles || bytes > maxBytes) return undefined;
    }
  }
  return { files, bytes };
}

/** The repository of a linked worktree lies elsewhere and is not lost with it; only the `.git` file is copied. */
async function copyRepository(workspace: string, place: string): Promise<void> {
  if (realKindAt(workspace, ".git") === "directory") {
    const from = join(workspace, ".git");
    await copyPaths(namesIn(from), { from, to: join(place, "git") }, { keep: true, without: [] });
  } else await copyPaths([".git"], { from: workspace, to: join(place, "files") }, { keep: false, without: [] });
}

function prune(workspace: string, stateDir: string): void {
  const old = listSnapshots(stateDir)
    .filter((snapshot) => snapshot.workspace === workspace)
    .slice(KEPT);
  for (const { id } of old) removeTree(join(placeOf(stateDir), id));
}

function parseSnapshot(path: string): Snapshot | undefined {
  let record: Partial<Snapshot>;
  try {
    record = JSON.parse(readUntrusted(path, RECORD_BYTES) ?? "{}");
  } catch {
    return undefined; // a snapshot that was never finished
  }
  const { id, workspace, takenAt, files, bytes, isRepository } = record;
  if (typeof id !== "string" || typeof workspace !== "string" || typeof takenAt !== "string") return undefined;
  return { id, workspace, takenAt, files: Number(files), bytes: Number(bytes), isRepository: isRepository === true };
}
