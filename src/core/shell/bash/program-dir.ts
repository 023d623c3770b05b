import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { Fault } from "../../base/fault.ts";
import type { ShellProgram } from "../../process/supervisor.ts";
import { SHELL_FDS } from "../../process/supervisor-script.ts";

/** A scripted bash finds its script under this name, so that `$0` and every message say `bash`. */
const SCRIPT = "bash";

const OPTIONS = ["--noprofile", "--norc", SCRIPT] as const;

/** How the command line of every bash of nacre's ends. */
export const SCRIPTED_BASH: string = OPTIONS.join(" ");

type Made = { readonly path: string; readonly seal: string; readonly source: string };

/**
 * The directory that a host's bashes start in: a copy of the system's bash, and the link through which bash opens its
 * script. The copy has mode 0111. The kernel shows nobody the memory of a program that its user cannot read, so no
 * command can look into a session's bash or write there. The directory's times tell whether a command replaced something
 * in it: the kernel sets them, and nobody can set them back.
 */
export class ProgramDir {
  readonly #parent: string;
  #made: Made | undefined;
  #count = 0;

  constructor(parent: string) {
    this.#parent = parent;
  }

  /** The program to start, made anew when the system's bash has changed or a command touched the copy. */
  for(bash: string): ShellProgram {
    const source = `${bash} ${sealOf(realpathSync(bash))}`;
    const isFit = this.#made?.source === source && this.isWhole;
    const { path } = isFit && this.#made !== undefined ? this.#made : this.#make(bash, source);
    // Where the copy cannot be run (noexec), the system's bash runs, and can be looked into.
    const file = isExecutable(join(path, "bin", "bash")) ? "bin/bash" : bash;
    return { file, args: [bash, ...OPTIONS], home: path };
  }

  /** Whether everything is as it was made, and this is the directory that a supervisor has open. */
  isOpenedBy({ device, inode }: { readonly device: number; readonly inode: number }): boolean {
    if (this.#made === undefined || !this.isWhole) return false;
    const { dev, ino } = statSync(this.#made.path);
    return dev === device && ino === inode;
  }

  get isWhole(): boolean {
    return this.#made !== undefined && sealOfAll(this.#made.path) === this.#made.seal;
  }

  #make(bash: string, source: string): Made {
    if (this.#count === MOST) throw new Fault("SPAWN_FAILED", "commands keep replacing nacre's copy of bash");
    const path = join(this.#parent, `program-${this.#count++}`);
    rmSync(path, { recursive: true, force: true });
    for (const made of [path, join(path, "bin")]) mkdirSync(made, { mode: 0o700 });
    copyFileSync(bash, join(path, "bin", "bash"));
    chmodSync(join(path, "bin", "bash"), 0o111);
    symlinkSync(`/proc/self/fd/${SHELL_FDS.script}`, join(path, SCRIPT));
    this.#made = { path, seal: sealOfAll(path), source };
    return this.#made;
  }
}

/** How often the directory is made anew before the host gives up. */
const MOST = 100;

const sealOfAll = (path: string): string =>
  [path, join(path, SCRIPT), join(path, "bin"), join(path, "bin", "bash")].map(sealOf).join(" ");

/** A file by its place and the time of its last change, which only the kernel writes. */
function sealOf(path: string): string {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.dev}:${stat.ino}:${stat.ctimeNs}:${stat.mode}`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
