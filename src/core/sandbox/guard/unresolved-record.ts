import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../base/is-record.ts";
import { isOwn, makeDirectory } from "../../files/make-directory.ts";
import { readUntrusted } from "../../files/read-untrusted.ts";

/** A path that a command made and nacre could not take away, and why it must go. */
export type Stuck = { readonly path: string; readonly why: string };

const MOST_BYTES = 1024 * 1024;

const recordOf = (stateDir: string, workspace: string): string =>
  join(stateDir, "unresolved", `${createHash("sha256").update(workspace).digest("hex").slice(0, 16)}.json`);

/** Keeps what could not be taken away for `nacre doctor --repair`, which is another process; nothing left removes it. */
export function keepUnresolved(stateDir: string, workspace: string, stuck: readonly Stuck[]): void {
  if (!isOwn(stateDir)) return; // that is told elsewhere
  const file = recordOf(stateDir, workspace);
  if (stuck.length === 0) return rmSync(file, { force: true });
  try {
    makeDirectory(join(stateDir, "unresolved"));
    writeFileSync(file, JSON.stringify(stuck), { mode: 0o600 });
  } catch {
    return; // a full disk: the repair then only opens what commands closed
  }
}

export function readUnresolved(stateDir: string, workspace: string): readonly Stuck[] {
  if (!isOwn(stateDir)) return [];
  try {
    const kept: unknown = JSON.parse(readUntrusted(recordOf(stateDir, workspace), MOST_BYTES) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isStuck) : [];
  } catch {
    return []; // broken: nothing is known
  }
}

const isStuck = (one: unknown): one is Stuck =>
  isRecord(one) && typeof one["path"] === "string" && typeof one["why"] === "string";
