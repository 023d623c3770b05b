import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkProc, identityOf } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";

const PREFIX = "nacre-box-";

/** The scratch of a sandbox on the host: its private /tmp and home, and the files it mounts over others. */
export type Scratch = {
  readonly root: string;
  readonly tmp: string;
  readonly home: string;
  /** No command can open it: mounted over secrets. */
  readonly unreadableFile: string;
  readonly unreadableDirectory: string;
  /** Readable and empty: mounted over startup files. */
  readonly emptyFile: string;
  readonly proxySocket: string;
  /** The user's settings that are mounted into a home in memory. */
  readonly settings: string;
  /** The /etc inside; `createScratch` does not make it. */
  readonly etc: string;
  remove(): void;
};

/** The start time of a host that could not see its own. */
const UNKNOWN = "0";

/**
 * Makes the scratch. Its name holds the host's pid and start time, so that a later host can tell what a killed one left
 * behind. A fault where no host could be seen to live.
 */
export function createScratch(parent: string = realpathSync(tmpdir())): Scratch {
  checkProc();
  sweepScratch(parent);
  const root = mkdtempSync(join(parent, `${PREFIX}${process.pid}-${identityOf(process.pid)?.startTime ?? UNKNOWN}-`));
  const inRoot = (name: string): string => join(root, name);
  const scratch: Scratch = {
    root,
    tmp: inRoot("tmp"),
    home: inRoot("home"),
    unreadableFile: inRoot("unreadable"),
    unreadableDirectory: inRoot("unreadable.d"),
    emptyFile: inRoot("empty"),
    proxySocket: inRoot("proxy"),
    settings: inRoot("settings"),
    etc: inRoot("etc"),
    remove: () => void removeTree(root),
  };
  for (const directory of [scratch.tmp, scratch.home]) mkdirSync(directory, { mode: 0o700 });
  mkdirSync(scratch.unreadableDirectory, { mode: 0o000 });
  writeFileSync(scratch.unreadableFile, "", { mode: 0o000 });
  writeFileSync(scratch.emptyFile, "", { mode: 0o444 });
  return scratch;
}

/** Removes what hosts that are gone left behind. */
function sweepScratch(parent: string): void {
  const left = readdirSync(parent).filter((name) => {
    const [, pid, startTime] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-`).exec(name) ?? [];
    return pid !== undefined && isGone(Number(pid), startTime) && isOurs(join(parent, name));
  });
  for (const name of left) removeTree(join(parent, name));
}

/** Whether no process has this pid, or another than the one that started then. */
function isGone(pid: number, startTime: string | undefined): boolean {
  const found = identityOf(pid);
  return found === undefined || (startTime !== UNKNOWN && found.startTime !== startTime);
}

/**
 * Every user can write to the temporary directory: another user may put a tree with such a name there to have it
 * emptied.
 */
function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}
