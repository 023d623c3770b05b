import { renameSync } from "node:fs";
import { doAtOnce } from "../../base/slices.ts";
import { codeOf } from "../../base/system-error.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { type BytePath, bytesOf, lookAt, nameOf, parentOf } from "../byte-path.ts";
import { rightsOf } from "../change.ts";
import { copyEntry, linksAmongCopies } from "./copy-entry.ts";
import { setRights } from "./held-tree.ts";

/** All rights: what is put back is as it was. */
const ALL_RIGHTS = 0o7777;

/** Renames an entry. A directory that its owner may not write cannot change its place, so it may for that moment. */
export function moveEntry(from: BytePath, to: BytePath): void {
  try {
    renameSync(bytesOf(from), bytesOf(to));
  } catch (error) {
    const stat = lookAt(from);
    if (!["EACCES", "EPERM"].includes(codeOf(error)) || stat?.isDirectory() !== true) throw error;
    setRights(from, rightsOf(stat) | 0o700);
    renameSync(bytesOf(from), bytesOf(to));
    setRights(to, rightsOf(stat));
  }
}

/** The same where the two may lie on different disks: what is copied appears in one step. */
export function bringEntry(from: BytePath, to: BytePath): void {
  try {
    moveEntry(from, to);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    const aside = `${parentOf(to)}/.nacre-${nameOf(to).slice(0, 200)}`;
    removeTree(bytesOf(aside).toString());
    doAtOnce(copyEntry(from, aside, { rights: ALL_RIGHTS, link: linksAmongCopies() }));
    renameSync(bytesOf(aside), bytesOf(to));
  }
}
