import { OTHERS_CODE } from "../../core/knowledge/others-code.ts";
import type { Change } from "../../core/try/change.ts";
import { onOneLine } from "./closing-line.ts";
import { plural } from "./plural.ts";

/** One line of a list of changes. */
export type TriedLine = {
  readonly sign: "A" | "M" | "D" | "R" | "T" | "*";
  /** The path, or the directory that the line stands for. */
  readonly path: string;
  readonly text: string;
  /** How many changes it stands for. */
  readonly count: number;
};

const SIGNS: Readonly<Record<Change["kind"], TriedLine["sign"]>> = {
  added: "A",
  modified: "M",
  deleted: "D",
  renamed: "R",
  mode: "M",
  type: "T",
};

/** A new directory with more than so many entries is one line. */
const MOST_IN_ONE = 12;

/**
 * The changes as lines: others' code, a git directory and a large new directory are one line each. What is marked always
 * has a line of its own.
 */
export function triedLines(changes: readonly Change[]): readonly TriedLine[] {
  const groups = groupsIn(changes);
  const lines: TriedLine[] = [];
  const members = new Map<string, Change[]>();
  for (const change of changes) {
    const group = change.marks === undefined ? groupOf(change.path, groups) : undefined;
    const others = group === undefined ? undefined : members.get(group);
    if (others !== undefined) others.push(change);
    else if (group === undefined) lines.push(lineOf(change));
    else {
      members.set(group, [change]);
      lines.push({ sign: "*", path: group, text: "", count: 0 });
    }
  }
  return lines.map((line) => (line.sign === "*" ? groupLine(line.path, members.get(line.path) ?? []) : line));
}

/** The new directories that are too large to be shown one by one. */
function groupsIn(changes: readonly Change[]): ReadonlySet<string> {
  const sizes = new Map<string, number>();
  for (const { path, kind, after } of changes) if (kind === "added" && after?.type === "directory") sizes.set(path, 0);
  for (const { path } of changes)
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const size = sizes.get(path.slice(0, at));
      if (size !== undefined) sizes.set(path.slice(0, at), size + 1);
    }
  return new Set([...sizes].filter(([, size]) => size > MOST_IN_ONE).map(([path]) => path));
}

/** The outermost directory that a path is shown under. */
function groupOf(path: string, large: ReadonlySet<string>): string | undefined {
  const steps = path.split("/");
  const at = steps.findIndex(
    (step, index) => OTHERS_CODE.has(step) || step === ".git" || large.has(steps.slice(0, index + 1).join("/")),
  );
  return at === -1 ? undefined : steps.slice(0, at + 1).join("/");
}

function groupLine(path: string, changes: readonly Change[]): TriedLine {
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  const counted = kinds.map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`);
  const bytes = changes.reduce((sum, { after }) => sum + (after?.bytes ?? 0), 0);
  const isNew = changes.some((change) => change.path === path && change.kind === "added");
  const isGone = changes.some((change) => change.path === path && change.kind === "deleted");
  if (isGone && changes.length === 1) return lineOf(changes[0] ?? { path, kind: "deleted" });
  return {
    sign: isNew ? "A" : "M",
    path,
    text: `${onOneLine(path)}/: ${counted.join(", ")}, ${sizeOf(bytes)}`,
    count: changes.length,
  };
}

function lineOf(change: Change): TriedLine {
  const { path, kind, from, marks = [] } = change;
  const name = kind === "renamed" ? `${onOneLine(from ?? "")} → ${onOneLine(path)}` : onOneLine(path);
  const text = [`${name}${isDirectory(change) ? "/" : ""}`, whatOf(change), ...marks.map((mark) => `[${mark}]`)];
  return { sign: SIGNS[kind], path, text: text.filter((word) => word !== "").join(" "), count: 1 };
}

const isDirectory = ({ before, after }: Change): boolean => (after ?? before)?.type === "directory";

function whatOf(change: Change): string {
  const { kind, before, after, files } = change;
  const held = files === undefined ? "" : ` with ${plural(files, "file")}`;
  const words = {
    mode: () => `(mode ${before?.mode} → ${after?.mode})`,
    type: () => `(a ${before?.type} became a ${after?.type})`,
    deleted: () => `(deleted${held}, ${sizeOf(bytesIn(before))})`,
    renamed: () => `(renamed${held})`,
    added: () => contentWords(change),
    modified: () => contentWords(change),
  };
  return words[kind]();
}

const bytesIn = (side: Change["after"]): number => side?.bytes ?? 0;

function contentWords({ kind, before, after }: Change): string {
  if (after?.type === "directory") return "";
  if (after?.type === "link") return kind === "added" ? "(a link)" : "(a link, another target)";
  const now = sizeOf(bytesIn(after));
  return kind === "added" ? `(${now})` : `(${sizeOf(bytesIn(before))} → ${now})`;
}

const KIB = 1024;

/** Bytes for users. */
function sizeOf(bytes: number): string {
  if (bytes < KIB) return plural(bytes, "byte");
  const units = ["KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(KIB)), units.length);
  return `${(bytes / KIB ** power).toFixed(1)} ${units[power - 1]}`;
}
