import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../../../core/base/is-record.ts";
import { RECORD_BYTES } from "../../../core/base/limits.ts";
import { systemFault } from "../../../core/base/system-fault.ts";
import { makeDirectory } from "../../../core/files/make-directory.ts";
import { readUntrusted } from "../../../core/files/read-untrusted.ts";

/** Where the state directory has what the page's servers share: who is signed in, the link, where one serves. */
export const pageState = (stateDir: string): string => join(stateDir, "page");

/** What a file of ours says; undefined where there is none, or it is not one that this user's nacre wrote. */
export function readState(path: string): Readonly<Record<string, unknown>> | undefined {
  const isOwn = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
    (process.getuid === undefined || uid === process.getuid()) && (mode & 0o077) === 0;
  try {
    const said: unknown = JSON.parse(readUntrusted(path, RECORD_BYTES, isOwn) ?? "null");
    return isRecord(said) ? said : undefined;
  } catch {
    return undefined; // half written by a nacre that was killed: the next writes it anew
  }
}

/** Writes aside and renames, so that a reader never sees half of it. */
export function writeState(path: string, value: object): void {
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    makeDirectory(dirname(path));
    writeFileSync(aside, JSON.stringify(value), { mode: 0o600, flag: "wx" });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw systemFault(error, { otherwise: "STATE_DIR_UNUSABLE" });
  }
}
