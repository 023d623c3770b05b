import { constants, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, cp, link, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { randomHex } from "../base/ids.ts";
import { makeDirectory } from "../base/make-directory.ts";
import { removeTree } from "../process/remove-tree.ts";
import { runFile } from "../process/run-file.ts";
import { trustedProgram } from "../process/trusted-program.ts";

/** A copy of a workspace that can be had back. */
export type Snapshot = {
  readonly id: string;
  readonly workspace: string;
  readonly takenAt: string;
  readonly files: number;
  readonly bytes: number;
  /** Whether unchanged files come from the repository's own objects instead of copies. */
  readonly isRepository: boolean;
};

/** Taken, or not, and why. A command can grow a workspace beyond what can be copied: that is an answer, not a fault. */
export type SnapshotOutcome =
  | { readonly kind: "taken"; readonly snapshot: Snapshot; readonly restoreCommand: string }
  | { readonly kind: "too-large"; readonly reason: string };

export type SnapshotLimits = { readonly maxBytes: number; readonly maxFiles: number };

const DEFAULT_SNAPSHOT_LIMITS: SnapshotLimits = { maxBytes: 2 * 1024 ** 3, maxFiles: 100_000 };
/** How many copies of one workspace are kept. */
const KEPT = 10;
/** What a build or an install makes again. */
const REMADE = ["node_modules", ".venv", "venv", "__pycache__", "target", ".tox", ".gradle", ".next", ".turbo"];

const placeOf = (stateDir: string): string => join(stateDir, "snapshots");

/**
 * Copies what a wiped workspace would lose. In a repository that is its git directory (objects are linked, they never
 * change) and every file that differs from the index or is not in it, ignored ones too; elsewhere everything. What a
 * build makes again is left out. Nothing in the workspace or its repository is touched, the index least of all.
 */
export async function takeSnapshot(
  workspace: string,
  stateDir: string,
  limits: SnapshotLimits = DEFAULT_SNAPSHOT_LIMITS,
): Promise<SnapshotOutcome> {
  const repository = await looseFilesOf(workspace);
  const paths = repository ?? topLevelOf(workspace);
  const size = sizeOf(workspace, paths, limits);
  if (size === undefined) {
    return {
      kind: "too-large",
      reason: `more than ${limits.maxFiles} files or ${limits.maxBytes} bytes would have to be copied`,
    };
  }
  const id = `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}-${randomHex(3)}`;
  const place = join(placeOf(stateDir), id);
  makeDirectory(join(place, "files"));
  for (const path of paths) await copyTree(join(workspace, path), join(place, "files", path));
  if (repository !== undefined) await copyRepository(workspace, place);
  const snapshot: Snapshot = {
    id,
    workspace,
    takenAt: new Date().toISOString(),
    ...size,
    isRepository: repository !== undefined,
  };
  // Last of all: a copy without its record is not one.
  writeFileSync(join(place, "snapshot.json"), JSON.stringify(snapshot), { mode: 0o600 });
  prune(workspace, stateDir);
  return { kind: "taken", snapshot, restoreCommand: `nacre restore ${id}` };
}

/** The copies there are, newest first. */
export function listSnapshots(stateDir: string): readonly Snapshot[] {
  return namesIn(placeOf(stateDir))
    .flatMap((id) => parseSnapshot(join(placeOf(stateDir), id, "snapshot.json")) ?? [])
    .sort((a, b) => b.id.localeCompare(a.id));
}

/** Puts a copy back: what it holds is as it was then; what is newer and not in it stays. Undefined when there is no such copy. */
export async function restoreSnapshot(id: string, stateDir: string): Promise<Snapshot | undefined> {
  const snapshot = listSnapshots(stateDir).find((candidate) => candidate.id === id);
  if (snapshot === undefined) return undefined;
  const { workspace } = snapshot;
  const place = join(placeOf(stateDir), id);
  await mkdir(workspace, { recursive: true });
  if (existsSync(join(place, "git"))) await mergeTree(join(place, "git"), join(workspace, ".git"));
  await copyTree(join(place, "files"), workspace);
  if (snapshot.isRepository) {
    // Without -f: only files that are missing are written. The index of then says which and what.
    await git(workspace, ["checkout-index", "--all", "--quiet"], { GIT_INDEX_FILE: join(place, "index") });
  }
  return snapshot;
}

/** Files that are not in the repository as they are: changed, new or ignored. Undefined when this is not the top of one. */
async function looseFilesOf(workspace: string): Promise<string[] | undefined> {
  if (!existsSync(join(workspace, ".git"))) return undefined;
  const excludes = REMADE.flatMap((name) => ["--exclude", name]);
  const listed = await git(workspace, ["ls-files", "-z", "--modified", "--others", ...excludes]);
  if (listed?.exitCode !== 0) return undefined;
  return listed.stdout
    .split("\0")
    .filter((path) => path !== "" && lstatSync(join(workspace, path), { throwIfNoEntry: false }) !== undefined);
}

const topLevelOf = (workspace: string): string[] => namesIn(workspace).filter((name) => !REMADE.includes(name));

/** What would be copied; undefined as soon as it is too much. */
function sizeOf(
  workspace: string,
  paths: readonly string[],
  { maxBytes, maxFiles }: SnapshotLimits,
): { files: number; bytes: number } | undefined {
  const queue = [...paths];
  let [files, bytes] = [0, 0];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
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

async function copyRepository(workspace: string, place: string): Promise<void> {
  const index = await git(workspace, ["rev-parse", "--git-path", "index"]);
  const indexFile = resolve(workspace, (index?.stdout ?? "").trim());
  if (existsSync(indexFile)) await copyFile(indexFile, join(place, "index"));
  // A linked worktree's repository lies elsewhere and is not lost with it; only the way to it is.
  const pointer = join(workspace, ".git");
  if (lstatSync(pointer).isDirectory()) await mergeTree(pointer, join(place, "git"));
  else await copyTree(pointer, join(place, "files", ".git"));
}

/** Copies a git directory, linking what never changes; what is there already stays. */
async function mergeTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await mergeTree(source, target);
    else if (!existsSync(target))
      await (source.includes("/objects/") && entry.isFile() ? linked(source, target) : copyTree(source, target));
  }
}

/** Another file system, or one without links, takes a copy. */
async function linked(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
}

/** Shares the blocks where the file system can. Sockets, pipes and devices hold nothing that could be copied. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await cp(from, to, {
    recursive: true,
    force: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return (
        stat !== undefined &&
        (stat.isFile() || stat.isDirectory() || stat.isSymbolicLink()) &&
        (path === from || !REMADE.some((name) => path.endsWith(`/${name}`)))
      );
    },
  });
}

function prune(workspace: string, stateDir: string): void {
  const old = listSnapshots(stateDir)
    .filter((snapshot) => snapshot.workspace === workspace)
    .slice(KEPT);
  for (const { id } of old) removeTree(join(placeOf(stateDir), id));
}

/** Git without anything of the repository's own that runs. Undefined when there is no git. */
async function git(
  workspace: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number | undefined; stdout: string } | undefined> {
  const file = trustedProgram("git");
  if (file === undefined) return undefined;
  const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat"];
  return runFile(
    { file, args: [...safe, ...args], cwd: workspace, env: { GIT_OPTIONAL_LOCKS: "0", PATH: "/usr/bin:/bin", ...env } },
    { timeoutMs: 120_000, maxBytes: 64 * 1024 * 1024 },
  );
}

function parseSnapshot(path: string): Snapshot | undefined {
  let record: Partial<Snapshot>;
  try {
    record = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined; // begun and never finished
  }
  const { id, workspace, takenAt, files, bytes, isRepository } = record;
  if (typeof id !== "string" || typeof workspace !== "string" || typeof takenAt !== "string") return undefined;
  return { id, workspace, takenAt, files: Number(files), bytes: Number(bytes), isRepository: isRepository === true };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // none was ever taken
  }
}
