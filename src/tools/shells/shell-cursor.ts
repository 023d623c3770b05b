import { createHash } from "node:crypto";
import { shown } from "../../core/base/show-value.ts";
import { type Cursor, parseCursor } from "../../core/output/transcript.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";

/** Tells one shell's cursors from another's, without giving away anything of its id. */
const tagOf = (shell: ShellProcess): string => createHash("sha256").update(shell.id).digest("hex").slice(0, 8);

/** A cursor as a model gets it: it fits this shell alone. */
export const renderShellCursor = (shell: ShellProcess, cursor: Cursor): string => `${cursor}-${tagOf(shell)}`;

export type ParsedCursor =
  | { readonly kind: "cursor"; readonly cursor: Cursor }
  | { readonly kind: "invalid"; readonly problem: string };

/** The place in this shell's output that a model means. */
export function parseShellCursor(shell: ShellProcess, since: string): ParsedCursor {
  if (since === "0") return { kind: "cursor", cursor: "0" };
  const [cursor = "", tag] = since.split("-");
  const offsets = parseCursor(cursor);
  if (offsets === undefined || tag === undefined) return invalid(since, "it is no cursor");
  if (tag !== tagOf(shell)) return invalid(since, `it belongs to another shell than ${shell.id}`);
  const { stdout, stderr } = shell.transcript.bytes;
  if (offsets.stdout > stdout || offsets.stderr > stderr) {
    return invalid(since, "it lies beyond what the shell has printed");
  }
  return { kind: "cursor", cursor };
}

const invalid = (since: string, why: string): ParsedCursor => ({
  kind: "invalid",
  problem: `since is ${shown(since)}: ${why}; it must be a next_cursor from an earlier reply of this shell, or "0" for the beginning`,
});
