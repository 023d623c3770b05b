import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  ftruncateSync,
  lchownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { Fault } from "../../base/fault.ts";
import type { Steps } from "../../base/slices.ts";
import { makePipe } from "../../process/make-pipe.ts";
import { type BytePath, below, bytesOf, listNames, lookAt, shownPath } from "../byte-path.ts";
import { rightsOf } from "../change.ts";
import { openPlain, piecesOf, targetOf } from "../same-content.ts";
import { setRights } from "./held-tree.ts";

export type CopyTree = {
  /** The rights that are kept of a mode. */
  readonly rights: number;
  /** Makes a further name of a file that has several and was copied already, at this path. False for the first. */
  readonly link: (stat: BigIntStats, to: BytePath) => boolean;
};

/** Remembers copies by inode, so that files with several names have them again. */
export function linksAmongCopies(): CopyTree["link"] {
  const names = new Map<bigint, BytePath>();
  return ({ ino, nlink }, to) => {
    const known = names.get(ino);
    if (known !== undefined) linkSync(bytesOf(known), bytesOf(to));
    else if (nlink > 1n) names.set(ino, to);
    return known !== undefined;
  };
}

/**
 * Copies an entry with all that it holds to a name that is free: content, rights, times, links, holes. As root also the
 * owner. A socket cannot be copied and is left out.
 */
export function* copyEntry(from: BytePath, to: BytePath, how: CopyTree): Steps<void> {
  yield;
  const stat = lookAt(from);
  if (stat === undefined || stat.isSocket()) return;
  if (stat.isDirectory()) {
    mkdirSync(bytesOf(to), { mode: 0o700 });
    for (const name of listNames(from)) yield* copyEntry(below(from, name), below(to, name), how);
  } else if (stat.isSymbolicLink()) symlinkSync(bytesOf(targetOf(from)), bytesOf(to));
  else if (stat.isFIFO()) {
    if (!makePipe(bytesOf(to))) throw new Fault("SYSTEM_REFUSED", `the pipe ${shownPath(to)} could not be made`);
  } else if (!stat.isFile()) return;
  else if (how.link(stat, to)) return;
  else copyFile(from, to, stat);
  finish(to, stat, how.rights);
}

/** Owner first: the kernel takes rights away from a file that changes hands. */
function finish(to: BytePath, stat: BigIntStats, rights: number): void {
  if (process.getuid?.() === 0) lchownSync(bytesOf(to), Number(stat.uid), Number(stat.gid));
  if (!stat.isSymbolicLink()) setRights(to, rightsOf(stat) & rights);
  lutimesSync(bytesOf(to), Number(stat.atimeNs) / 1e9, Number(stat.mtimeNs) / 1e9);
}

const BLOCK = 4096;

/** Blocks are shared where the file system can. A file with holes keeps them. */
function copyFile(from: BytePath, to: BytePath, { size, blocks }: BigIntStats): void {
  if (blocks * 512n < size) return copyWithHoles(from, to, Number(size));
  const fd = openPlain(from);
  try {
    copyFileSync(`/proc/self/fd/${fd}`, bytesOf(to), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } finally {
    closeSync(fd);
  }
}

const NOTHING = Buffer.alloc(BLOCK);

function copyWithHoles(from: BytePath, to: BytePath, size: number): void {
  const fd = openSync(bytesOf(to), "wx", 0o600);
  try {
    let at = 0;
    for (const piece of piecesOf(from)) {
      for (let start = 0; start < piece.length; start += BLOCK) {
        const block = piece.subarray(start, start + BLOCK);
        if (!block.equals(NOTHING.subarray(0, block.length))) writeAll(fd, block, at + start);
      }
      at += piece.length;
    }
    ftruncateSync(fd, Math.max(at, size));
  } finally {
    closeSync(fd);
  }
}

function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}
