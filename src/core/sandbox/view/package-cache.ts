import { createHash } from "node:crypto";
import { type Dirent, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { CACHE_BYTES, CACHE_KEPT_MS, CACHE_LOOK_MS } from "../../base/limits.ts";
import { doInSlices, type Steps } from "../../base/slices.ts";
import { untrustedNamesIn } from "../../files/list-untrusted.ts";
import { checkOwn, makeDirectory } from "../../files/make-directory.ts";
import { CACHE_PLACES, CACHE_VARIABLES } from "../../knowledge/package-cache-places.ts";
import { identityOf } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";
import type { CacheMode } from "../sandbox.ts";

/**
 * What package managers downloaded in a sandbox, kept for the next one: of this workspace, or of all workspaces of the
 * user. Commands write it, so no program of the host reads what lies in it, and no link in it is followed.
 *
 * Layout: `packages/` is what commands see as `~/.cache`, `users/` has a file for each sandbox that uses it, `used` was
 * written when a host last opened or closed it, `measured` when its size was last looked at.
 */
export class PackageCache {
  readonly #all: string;
  readonly #root: string;
  readonly #mark: string;

  private constructor(all: string, name: string) {
    this.#all = all;
    this.#root = join(all, name);
    // A host may have several sandboxes of one workspace.
    const host = `${process.pid}-${identityOf(process.pid)?.startTime ?? "0"}`;
    this.#mark = join(this.#root, "users", `${host}-${randomHex(4)}`);
  }

  /** Undefined where none is wanted, or none can be made: then what is downloaded ends with the sandbox. */
  static open(stateDir: string, mode: CacheMode, workspace: string): PackageCache | undefined {
    if (mode === "none") return undefined;
    const name = mode === "shared" ? mode : createHash("sha256").update(workspace).digest("hex").slice(0, 16);
    const cache = new PackageCache(join(stateDir, "caches"), name);
    try {
      checkOwn(stateDir);
      cache.#make();
      return cache;
    } catch {
      return undefined; // a state directory that cannot be written is told elsewhere
    }
  }

  /** Makes it anew where the user deleted it together with the state directory: a shell cannot start without it. */
  ensure(): void {
    if (!existsSync(this.directory)) this.#make();
  }

  #make(): void {
    for (const directory of [this.directory, join(this.#root, "users")]) makeDirectory(directory);
    for (const place of [...Object.values(CACHE_PLACES), ...Object.values(CACHE_VARIABLES)])
      makePlace(join(this.directory, place));
    writeFileSync(this.#mark, "");
    this.#touch("used");
  }

  /** What commands see as `~/.cache`. */
  get directory(): string {
    return join(this.#root, "packages");
  }

  /**
   * Makes the way to what is mounted in it, relative to it, before any command runs: bubblewrap follows links, and an
   * earlier command may have left one there.
   */
  makeWayTo(point: string): void {
    const steps = point.split("/");
    for (const [at] of steps.entries()) {
      const path = join(this.directory, ...steps.slice(0, at + 1));
      if (at < steps.length - 1) makePlace(path);
      else if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(path);
    }
  }

  /** The last host to leave looks at the size, but not at every end: what was written first goes first. */
  async close(): Promise<void> {
    if (!existsSync(this.#root)) return; // with the state directory
    const now = this.#touch("used");
    rmSync(this.#mark, { force: true });
    if (isInUse(this.#root) || now - timeOf(join(this.#root, "measured")) < CACHE_LOOK_MS) return;
    this.#touch("measured");
    await doInSlices(prune(this.directory, CACHE_BYTES));
    for (const name of untrustedNamesIn(this.#all)) {
      const other = join(this.#all, name);
      if (!isInUse(other) && now - timeOf(join(other, "used")) > CACHE_KEPT_MS) removeTree(other);
    }
  }

  /** Writes the file, and returns the time that the file system gave it. */
  #touch(name: string): number {
    const path = join(this.#root, name);
    writeFileSync(path, "\n");
    return timeOf(path);
  }
}

/** A command may have put a link or a file there: then the place is made anew. */
function makePlace(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  rmSync(path, { force: true });
  mkdirSync(path, { mode: 0o700 });
}

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a host that still runs has it open; marks of others are removed. */
function isInUse(root: string): boolean {
  return untrustedNamesIn(join(root, "users"))
    .map((mark) => {
      const [pid = "", startTime] = mark.split("-");
      const runs = identityOf(Number(pid))?.startTime === startTime;
      if (!runs) rmSync(join(root, "users", mark), { force: true });
      return runs;
    })
    .includes(true);
}

/**
 * Removes what is above the limit, a whole directory at a time: half of a package would fail builds in ways that nobody
 * understands. @internal exported for its test, which sets the limit.
 */
export function* prune(directory: string, limit: number): Steps<void> {
  const parts: { readonly path: string; readonly bytes: number; readonly writtenMs: number }[] = [];
  for (const name of untrustedNamesIn(directory)) {
    const path = join(directory, name);
    parts.push({ path, ...(yield* measure(path)) });
  }
  let total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of parts.sort((a, b) => a.writtenMs - b.writtenMs)) {
    if (total <= limit) return;
    if (removeTree(path)) total -= bytes;
  }
}

/** The size of a tree, and when something in it was last written. */
function* measure(root: string): Steps<{ readonly bytes: number; readonly writtenMs: number }> {
  let bytes = 0;
  let writtenMs = 0;
  const left = [root];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    bytes += (stat?.blocks ?? 0) * 512;
    writtenMs = Math.max(writtenMs, stat?.mtimeMs ?? 0);
    for (const entry of stat?.isDirectory() === true ? entriesOf(path) : []) left.push(join(path, entry.name));
    yield;
  }
  return { bytes, writtenMs };
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return []; // a command took away the right to list it
  }
}
