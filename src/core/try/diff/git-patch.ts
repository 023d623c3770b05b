import { createHash } from "node:crypto";
import { closeSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { type BytePath, below, bytesOf, listNames, lookAt, stepInto } from "../byte-path.ts";
import { type FoundChange, typeOf } from "../change.ts";
import type { ChangeSource } from "../read-changes.ts";
import { openPlain, targetOf } from "../same-content.ts";
import { base85Lines } from "./git-base85.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** One file of a patch, with bytes as characters. `hunks` is empty where only names or rights differ. */
export type FilePatch = {
  readonly at: BytePath;
  readonly head: string;
  readonly hunks: string;
  /** `large`: its content was not looked at. */
  readonly content: "text" | "binary" | "large";
};

/** Beyond so many bytes a file is told, and its content only in a whole patch. */
const SHOWN_BYTES = 1024 * 1024;

/** What git writes for the mode of a link. */
const LINK_MODE = "120000";

type Content = { readonly mode: string; readonly bytes: Buffer } | "large" | undefined;

/**
 * The files of a patch as `git apply` reads it; of a directory that is gone or moved, each file. Directories themselves,
 * pipes and sockets have no place in one. Without `isWhole` large files are named alone.
 */
export function* patchesOf(change: FoundChange, source: ChangeSource, isWhole: boolean): Generator<FilePatch> {
  const { at, kind, fromAt, after } = change;
  const { real, tried } = source;
  if (kind === "renamed" && fromAt !== undefined) {
    for (const inner of filesBelow(real, fromAt)) yield renamePatch(inner, `${at}${inner.slice(fromAt.length)}`);
    return;
  }
  const isGone = kind === "deleted" || isDirectoryOnce(change);
  for (const inner of isGone ? filesBelow(real, at) : [])
    yield patchOf(inner, contentAt(below(real, inner), isWhole), undefined);
  if (kind === "deleted" || after?.type === "directory") return;
  const was = isGone || kind === "added" ? undefined : contentAt(below(real, at), isWhole);
  for (const [from, to] of stepsBetween(was, contentAt(below(tried, at), isWhole))) yield patchOf(at, from, to);
}

/** Whether a directory became something else, or something else a directory. */
const isDirectoryOnce = ({ kind, before, after }: FoundChange): boolean =>
  kind === "type" && [before?.type, after?.type].includes("directory");

/** A file cannot become a link, or a link a file, in one step. */
const stepsBetween = (was: Content, is: Content): readonly (readonly [Content, Content])[] =>
  was !== undefined && is !== undefined && isLink(was) !== isLink(is)
    ? [
        [was, undefined],
        [undefined, is],
      ]
    : [[was, is]];

const isLink = (content: Content): boolean => content !== "large" && content?.mode === LINK_MODE;

function filesBelow(top: BytePath, at: BytePath): readonly BytePath[] {
  const stat = lookAt(below(top, at));
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [at];
  return listNames(below(top, at)).flatMap((name) => filesBelow(top, stepInto(at, name)));
}

function contentAt(path: BytePath, isWhole: boolean): Content {
  const stat = lookAt(path);
  if (stat === undefined) return undefined;
  const type = typeOf(stat);
  if (type === "link") return { mode: LINK_MODE, bytes: bytesOf(targetOf(path)) };
  if (type !== "file") return undefined;
  if (!isWhole && stat.size > SHOWN_BYTES) return "large";
  const mode = (Number(stat.mode) & 0o100) === 0 ? "100644" : "100755";
  const fd = openPlain(path);
  try {
    return { mode, bytes: readFileSync(fd) };
  } finally {
    closeSync(fd);
  }
}

function patchOf(at: BytePath, was: Content, is: Content): FilePatch {
  const names = `diff --git ${quoted(`a/${at}`)} ${quoted(`b/${at}`)}\n`;
  if (was === "large" || is === "large") return { at, head: names, hunks: "", content: "large" };
  const rights = modeLines(was, is);
  if (was !== undefined && is !== undefined && was.bytes.equals(is.bytes))
    return { at, head: `${names}${rights}`, hunks: "", content: "text" };
  return { at, ...contentPatch(at, { was, is }, `${names}${rights}`) };
}

type Both = { readonly was: Exclude<Content, "large">; readonly is: Exclude<Content, "large"> };

function contentPatch(at: BytePath, { was, is }: Both, head: string): Omit<FilePatch, "at"> {
  const [old, now] = [was?.bytes ?? Buffer.alloc(0), is?.bytes ?? Buffer.alloc(0)];
  if (isBinary(old) || isBinary(now)) {
    const mode = was !== undefined && was.mode === is?.mode ? ` ${was.mode}` : "";
    return {
      head: `${head}index ${blobId(was)}..${blobId(is)}${mode}\n`,
      hunks: binaryHunks(old, now),
      content: "binary",
    };
  }
  const hunks = unifiedDiff(old.toString("latin1"), now.toString("latin1"));
  const from = was === undefined ? "/dev/null" : quoted(`a/${at}`);
  const to = is === undefined ? "/dev/null" : quoted(`b/${at}`);
  return { head: hunks === "" ? head : `${head}--- ${from}\n+++ ${to}\n`, hunks, content: "text" };
}

function modeLines(was: Exclude<Content, "large">, is: Exclude<Content, "large">): string {
  if (was === undefined) return `new file mode ${is?.mode}\n`;
  if (is === undefined) return `deleted file mode ${was.mode}\n`;
  return was.mode === is.mode ? "" : `old mode ${was.mode}\nnew mode ${is.mode}\n`;
}

const renamePatch = (from: BytePath, to: BytePath): FilePatch => ({
  at: to,
  head: [
    `diff --git ${quoted(`a/${from}`)} ${quoted(`b/${to}`)}`,
    "similarity index 100%",
    `rename from ${quoted(from)}`,
    `rename to ${quoted(to)}`,
    "",
  ].join("\n"),
  hunks: "",
  content: "text",
});

/** As git does: the beginning tells. */
const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8000).includes(0);

const NOTHING = "0".repeat(40);

const blobId = (content: Exclude<Content, "large">): string =>
  content === undefined
    ? NOTHING
    : createHash("sha1").update(`blob ${content.bytes.length}\0`).update(content.bytes).digest("hex");

/** Both directions, each whole. */
const binaryHunks = (old: Buffer, now: Buffer): string =>
  `GIT binary patch\n${[now, old].map((bytes) => `literal ${bytes.length}\n${base85Lines(deflateSync(bytes))}\n`).join("")}`;

/** As git writes a name that is not plain. */
function quoted(path: BytePath): string {
  if (!/[\x00-\x1f"\\\x7f-\xff]/.test(path)) return path;
  const escaped = path
    .replace(/["\\]/g, "\\$&")
    .replace(/[\x00-\x1f\x7f-\xff]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `"${escaped}"`;
}
