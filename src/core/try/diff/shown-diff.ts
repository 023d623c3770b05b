import { shownPath } from "../byte-path.ts";
import type { FoundChange } from "../change.ts";
import type { ChangeSource } from "../read-changes.ts";
import { type FilePatch, patchesOf } from "./git-patch.ts";

/** The diff of one file as users read it. */
export type ShownDiff = {
  readonly path: string;
  /** What git writes above the hunks: modes, and names where they changed. */
  readonly head: readonly string[];
  /** Of the hunks, without the ends of lines; none unless it is text. */
  readonly lines: readonly string[];
  /** How many lines were left out. */
  readonly more: number;
  readonly content: FilePatch["content"];
};

/**
 * The diffs of a change: of a directory that is gone or moved, of each file. Of each so many lines; without an end, those
 * of large files, too.
 */
export function* shownDiffs(change: FoundChange, source: ChangeSource, most: number): Generator<ShownDiff> {
  const isWhole = most === Number.POSITIVE_INFINITY;
  for (const { at, head, hunks, content } of patchesOf(change, source, isWhole)) {
    const all = content === "text" ? linesIn(hunks) : [];
    const lines = all.slice(0, most);
    yield {
      path: shownPath(at),
      head: linesIn(head).filter((line) => !/^(?:---|\+\+\+) /.test(line)),
      lines: lines.map(textOf),
      more: all.length - lines.length,
      content,
    };
  }
}

const linesIn = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** A patch has bytes as characters. */
const textOf = (line: string): string => Buffer.from(line, "latin1").toString("utf8");
