import { existsSync, lstatSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Fault } from "../../base/fault.ts";
import { randomHex } from "../../base/ids.ts";
import { RECORD_BYTES } from "../../base/limits.ts";
import { doInSlices, type Steps } from "../../base/slices.ts";
import { messageOf } from "../../base/system-error.ts";
import { systemFault } from "../../base/system-fault.ts";
import { namesIn } from "../../files/list-directory.ts";
import { isOwn, makeDirectory } from "../../files/make-directory.ts";
import { readUntrusted } from "../../files/read-untrusted.ts";
import { type Identity, identityOf } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";

/** The value of the mark for everything that one bash starts: the host, and which of its shells. */
export const markOf = (hostId: string, runtimeDir: string): string => `${hostId}/${basename(runtimeDir)}/`;

const HOST_FILE = "host.json";

/**
 * One host's part of the state directory: `hosts/ID/` with `host.json` (its identity), `shells/` (records), `logs/`,
 * `run/N/` (FIFOs and files of one bash) and `line` (its socket). No host writes in another's.
 */
export class HostDir {
  readonly id: string;
  readonly path: string;
  readonly logs: string;
  /** One sentence when a temporary directory replaces a state directory that could not be used. */
  readonly problem: string | undefined;
  /** Called when the directory was deleted and is there again: what was in it is lost. */
  onMadeAnew: () => void = () => undefined;
  readonly #parts = new Set(["shells", "logs", "run", HOST_FILE]);
  #runs = 0;

  private constructor(id: string, path: string, problem?: string) {
    this.id = id;
    this.path = path;
    this.logs = join(path, "logs");
    this.problem = problem;
    this.#fill();
    sayGoodbyeFor(path);
  }

  #fill(): void {
    for (const name of ["shells", "logs", "run"]) makeDirectory(join(this.path, name));
    writeFileSync(join(this.path, HOST_FILE), JSON.stringify(identityOf(process.pid)), { mode: 0o600 });
  }

  static create(stateDir: string): HostDir {
    const id = `${process.pid}-${randomHex(6)}`;
    if (!isOwn(stateDir)) return HostDir.#standIn(id, stateDir, "it belongs to another user");
    try {
      const path = join(stateDir, "hosts", id);
      makeDirectory(path);
      return new HostDir(id, path);
    } catch (cause) {
      return HostDir.#standIn(id, stateDir, cause);
    }
  }

  /** Commands still run where nothing can be kept; `problem` says so. */
  static #standIn(id: string, stateDir: string, cause: unknown): HostDir {
    const reason = messageOf(cause);
    try {
      return new HostDir(
        id,
        mkdtempSync(join(tmpdir(), "nacre-")),
        `the state directory ${stateDir} cannot be used (${reason})`,
      );
    } catch (error) {
      throw new Fault("STATE_DIR_UNUSABLE", `${stateDir}: ${reason}; and no temporary directory either`, {
        cause: error,
      });
    }
  }

  get shells(): string {
    return join(this.path, "shells");
  }

  /** This is a part of it from now on: where it is missing, the directory is made anew. */
  has(name: string): void {
    this.#parts.add(name);
  }

  /** A fresh private directory for one bash. */
  createRun(): string {
    const path = join(this.path, "run", String(this.#runs++));
    try {
      this.#ensure();
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      throw systemFault(error, { otherwise: "STATE_DIR_UNUSABLE" });
    }
    return path;
  }

  /** A command, a user or a cleaner of temporary files may have deleted it, or a part of it. */
  #ensure(): void {
    if ([...this.#parts].every((name) => existsSync(join(this.path, name)))) return;
    this.#fill();
    this.onMadeAnew();
  }

  async remove(): Promise<void> {
    undisposed?.delete(this.path);
    await doInSlices(removeHostDir(this.path));
  }
}

/** The file that tells whose directory it is goes last: the next host takes up a removal that was interrupted. */
export function* removeHostDir(directory: string): Steps<void> {
  for (const part of namesIn(directory).filter((name) => name !== HOST_FILE)) {
    const path = join(directory, part);
    const isDirectory = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    for (const name of isDirectory ? namesIn(path) : []) {
      removeTree(join(path, name));
      yield;
    }
    removeTree(path);
  }
  removeTree(directory);
}

const GOODBYE = "goodbye";
/** The directories of this process that the host has not disposed; made with the first one. */
let undisposed: Set<string> | undefined;

/** Leaves a note when this process exits by itself. The note ends nothing: it tells an exit from a loss. */
function sayGoodbyeFor(path: string): void {
  if (undisposed === undefined) {
    const paths = new Set<string>();
    undisposed = paths;
    process.once("exit", () => paths.forEach(sayGoodbye));
  }
  undisposed.add(path);
}

function sayGoodbye(path: string): void {
  try {
    writeFileSync(join(path, GOODBYE), "", { mode: 0o600, flag: "wx" });
  } catch {
    // Removed already, the disk is full, or a command took the name: the shells of this host count as lost.
  }
}

/** When the host of this directory exited by itself; undefined when it was killed. */
export function goodbyeOf(path: string): number | undefined {
  return statSync(join(path, GOODBYE), { throwIfNoEntry: false })?.mtimeMs;
}

/** The directories of all hosts, dead ones too. */
export function hostDirs(stateDir: string): string[] {
  const hosts = join(stateDir, "hosts");
  return namesIn(hosts).map((name) => join(hosts, name));
}

/** The identity of the host that owns this directory; undefined when host.json does not say. */
export function hostIdentityOf(path: string): Identity | undefined {
  try {
    const { pid, startTime } = JSON.parse(readUntrusted(join(path, HOST_FILE), RECORD_BYTES) ?? "{}");
    return typeof pid === "number" && typeof startTime === "string" ? { pid, startTime } : undefined;
  } catch {
    return undefined; // half-made, or being removed
  }
}
