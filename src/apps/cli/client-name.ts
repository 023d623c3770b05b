import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";

const WORD_CHARS = 24;
const HASH_CHARS = 6;

/**
 * A name for the client of one project, to be used over HTTP: its directory's name and, because two projects may have
 * directories of one name, the beginning of a digest of the path. The same project always has the same name.
 */
export function clientNameFor(workspace: string): string {
  const path = resolve(workspace);
  const words = basename(path)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, WORD_CHARS)
    .replaceAll(/^-+|-+$/g, "");
  const digest = createHash("sha256").update(path).digest("hex").slice(0, HASH_CHARS);
  return `${words === "" ? "project" : words}-${digest}`;
}
