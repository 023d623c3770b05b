import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sleep } from "../../base/clock.ts";
import { randomHex } from "../../base/ids.ts";
import { CLOCK_TICK_MS } from "../../base/limits.ts";
import { systemFault } from "../../base/system-fault.ts";
import { isExecutable } from "../../process/interpreter-paths.ts";
import type { ShellProgram } from "../../process/supervisor/supervisor-plan.ts";
import { SHELL_FDS } from "../../process/supervisor/supervisor-script.ts";
import { HAS_PROC } from "../../process/system/has-proc.ts";

/** A scripted bash finds its script under this name, so that `$0` and every message say `bash`. */
const SCRIPT = "bash";

/** Where that name leads: to the pipe that the supervisor gave bash. */
const SCRIPT_TARGET = `${HAS_PROC ? "/proc/self" : "/dev"}/fd/${SHELL_FDS.script}`;

const OPTIONS = ["--noprofile", "--norc", SCRIPT] as const;

/** How the command line of every bash of nacre's ends. */
export const SCRIPTED_BASH: string = OPTIONS.join(" ");

type Made = {
  readonly path: string;
  readonly seal: string;
  readonly source: string;
  /** Whether what lies there is what was put there. */
  readonly isOurs: Promise<boolean>;
};

/**
 * The directory that a host's bashes start in: a copy of the system's bash, and the link through which bash opens its
 * script. The copy has mode 0111. Linux shows nobody the memory of a program that its user cannot read, so no command can
 * look into a session's bash or write there; where that is not known of the system there is no copy. The times of the directory and its files tell whether a command
 * touched them: the kernel sets them, and nobody can set them back.
 */
export class ProgramDir {
  readonly #parent: string;
  #made: Made | undefined;

  constructor(parent: string) {
    this.#parent = parent;
  }

  /** The program to start, made anew when the system's bash has changed or a command touched the copy. */
  for(bash: string): ShellProgram {
    const source = `${bash} ${sealOf(realpathSync(bash))}`;
    const { path } = this.#made?.source === source && this.isWhole ? this.#made : this.#make(bash, source);
    // Where there is no copy, or it cannot be run (noexec), the system's bash runs, and can be looked into.
    const file = isExecutable(join(path, "bin", "bash")) ? "bin/bash" : bash;
    return { file, args: [bash, ...OPTIONS], home: path };
  }

  /** Whether everything is as it was made, and this is the directory that a supervisor has open. */
  async isOpenedBy({ device, inode }: { readonly device: number; readonly inode: number }): Promise<boolean> {
    const made = this.#made;
    if (made === undefined || !(await made.isOurs) || this.#made !== made || !this.isWhole) return false;
    const stat = statSync(made.path, { throwIfNoEntry: false });
    return stat?.dev === device && stat.ino === inode;
  }

  /** Whether a program that `for` gave is the one to start still. */
  isStill({ home }: ShellProgram): boolean {
    return this.#made?.path === home && this.isWhole;
  }

  get isWhole(): boolean {
    return this.#made !== undefined && sealOfAll(this.#made.path) === this.#made.seal;
  }

  #make(bash: string, source: string): Made {
    if (this.#made !== undefined) remove(this.#made.path);
    this.#made = undefined;
    const path = join(this.#parent, `program-${randomHex(8)}`);
    try {
      const made = { path, source, ...(HAS_PROC ? fill(path, readFileSync(bash)) : link(path)) };
      this.#made = made;
      void made.isOurs.then((isOurs) => {
        if (isOurs || this.#made !== made) return;
        this.#made = undefined;
        remove(path);
      });
      return made;
    } catch (cause) {
      remove(path);
      throw systemFault(cause, { what: "the copy of bash could not be made", otherwise: "STATE_DIR_UNUSABLE" });
    }
  }
}

/** Fills a new directory. */
function fill(path: string, program: Buffer): Pick<Made, "seal" | "isOurs"> {
  makeLink(path);
  mkdirSync(join(path, "bin"), { mode: 0o700 });
  const reader = makeUnreadable(join(path, "bin", "bash"), program);
  const isCopy = (): boolean =>
    lstatSync(join(path, "bin", "bash")).ino === fstatSync(reader).ino && readFileSync(reader).equals(program);
  const seal = sealOfAll(path);
  return { seal, isOurs: isStill(path, seal, isCopy).finally(() => closeSync(reader)) };
}

/** The same without a copy of bash. */
function link(path: string): Pick<Made, "seal" | "isOurs"> {
  makeLink(path);
  const seal = sealOfAll(path);
  return { seal, isOurs: isStill(path, seal, () => true) };
}

function makeLink(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  symlinkSync(SCRIPT_TARGET, join(path, SCRIPT));
}

/** Two changes within one tick of the kernel's clock bear the same time; every change after it bears another. */
async function isStill(path: string, seal: string, isCopy: () => boolean): Promise<boolean> {
  await sleep(CLOCK_TICK_MS);
  try {
    return readlinkSync(join(path, SCRIPT)) === SCRIPT_TARGET && isCopy() && sealOfAll(path) === seal;
  } catch {
    return false; // a command took it away
  }
}

/** A program that can be run and not read; gives a descriptor that still reads it. */
function makeUnreadable(path: string, program: Buffer): number {
  const writer = openSync(path, "wx", 0o700);
  try {
    writeFileSync(writer, program);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    fchmodSync(writer, 0o111);
    return reader;
  } finally {
    closeSync(writer); // no program runs while a process can write to it
  }
}

/** A bash that runs from there runs on. What a command made of the directory may be impossible to remove. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The host's directory goes with the host.
  }
}

const sealOfAll = (path: string): string =>
  [path, join(path, SCRIPT), join(path, "bin"), join(path, "bin", "bash")].map(sealOf).join(" ");

/** A file by its place and the time of its last change, which only the kernel writes. */
function sealOf(path: string): string {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.dev}:${stat.ino}:${stat.ctimeNs}:${stat.mode}`;
}
