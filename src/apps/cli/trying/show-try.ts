import pico from "picocolors";
import { type ShownDiff, shownDiffs } from "../../../core/try/diff/shown-diff.ts";
import { triedChanges } from "../../../core/try/tried-changes.ts";
import { isRunningTry, listRecords, readRecord, type TryRecord } from "../../../core/try/try-record.ts";
import { type Tried, triedOf } from "../../../tools/trying/trying.ts";
import { type TriedLine, triedLines } from "../../../tools/words/tried-lines.ts";
import { EXIT, type Io } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { oneLine, renderTable } from "../table.ts";

type Paint = (text: string) => string;

const SIGN_COLOURS = { A: "green", M: "yellow", D: "red", R: "cyan", T: "magenta", "*": "dim" } as const;

/** Lines of one file that are shown of a diff. */
const MOST_LINES = 60;
/** Characters of one line that are shown. */
const MOST_CHARS = 2000;
/** Files whose diffs are shown. */
const MOST_FILES = 30;

const paints = (io: Pick<Io, "colours">): ReturnType<typeof pico.createColors> => pico.createColors(io.colours);

/** What a try changed, a line for each path or group, with a number in front if the user may choose among them. */
export function renderChanges(
  { changes, escapes, differs }: Tried,
  io: Pick<Io, "colours">,
  isNumbered = false,
): string {
  const colours = paints(io);
  const paintOf = (line: TriedLine): Paint => colours[SIGN_COLOURS[line.sign]];
  const lines = triedLines(changes);
  return [
    ...lines.map(
      (line, at) =>
        `${isNumbered ? `${at + 1}`.padStart(4) : " "} ${paintOf(line)(line.sign)} ${oneLine(line.text, Number.MAX_SAFE_INTEGER)}`,
    ),
    ...escapes.map((sentence) => `  ${colours.yellow("left the try:")} ${sentence}`),
    ...differs.map((sentence) => `  ${colours.yellow("differs:")} ${sentence}`),
    "",
  ].join("\n");
}

/** Diffs of the files that a try changed, cut where they are long. Others' code is left out unless `isAll`. */
export async function renderDiffs(
  { stateDir, record }: { readonly stateDir: string; readonly record: TryRecord },
  io: Pick<Io, "colours">,
  isAll = false,
): Promise<string> {
  const { changes, source } = await triedChanges(stateDir, record);
  const alone = new Set(
    triedLines(changes)
      .filter(({ count }) => count === 1)
      .map(({ path }) => path),
  );
  const parts: string[] = [];
  for (const change of changes) {
    if (!isAll && !alone.has(change.path)) continue;
    for (const diff of shownDiffs(change, source, isAll ? Number.POSITIVE_INFINITY : MOST_LINES)) {
      if (!isAll && parts.length >= MOST_FILES)
        return `${parts.join("")}… more files; nacre try --show ${record.id} --all shows them\n`;
      parts.push(renderDiff(diff, record, io));
    }
  }
  return parts.join("");
}

function renderDiff(
  { path, head, lines, more, content }: ShownDiff,
  { id }: TryRecord,
  io: Pick<Io, "colours">,
): string {
  const colours = paints(io);
  const all = `nacre try --show ${id} --all`;
  if (content === "binary") return `${colours.bold(`binary: ${oneLine(path, MOST_CHARS)}`)}\n`;
  if (content === "large") return `${colours.bold(`large: ${oneLine(path, MOST_CHARS)}`)} (${all} shows it)\n`;
  const shown = lines.map((line) => {
    const text = line
      .split("\t")
      .map((piece) => oneLine(piece, MOST_CHARS))
      .join("\t");
    if (line.startsWith("+")) return colours.green(text);
    if (line.startsWith("-")) return colours.red(text);
    return line.startsWith("@") ? colours.cyan(text) : text;
  });
  const cut = more === 0 ? [] : [colours.dim(`… ${more} more lines; ${all} shows them`)];
  return [...head.map((line) => colours.bold(oneLine(line, MOST_CHARS))), ...shown, ...cut, ""].join("\n");
}

/** nacre try --list */
export async function listTries(flags: { readonly json?: boolean }, { stateDir, io }: Surroundings): Promise<number> {
  const records = listRecords(stateDir);
  const told = await Promise.all(records.map(async (record) => ({ record, tried: await triedOf(stateDir, record) })));
  if (flags.json === true) {
    io.stdout(`${JSON.stringify(told.map(({ record, tried }) => shownTry(record, tried)))}\n`);
    return EXIT.ok;
  }
  const rows = told.map(({ record, tried }) => [
    record.id,
    new Date(record.startedAt).toISOString(),
    isRunningTry(record) ? "running" : "open",
    String(tried.changes.length),
    record.workspace,
    oneLine(record.commands.at(-1) ?? "", 60),
  ]);
  io.stdout(
    rows.length === 0
      ? "no try is open\n"
      : renderTable([["ID", "BEGUN", "STATE", "CHANGES", "WORKSPACE", "COMMAND"], ...rows]),
  );
  return EXIT.ok;
}

/** A try as data. */
export const shownTry = (record: TryRecord, tried: Tried): object => {
  const { workspace, startedAt, commands } = record;
  return { ...tried, workspace, started_at: startedAt, commands, state: isRunningTry(record) ? "running" : "open" };
};

/** nacre try --show ID */
export async function showTry(
  id: string,
  flags: { readonly json?: boolean; readonly all?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  const record = readRecord(stateDir, id);
  if (record === undefined) return unknownTry(id, { stateDir, io });
  const tried = await triedOf(stateDir, record);
  if (flags.json === true) io.stdout(`${JSON.stringify(shownTry(record, tried))}\n`);
  else io.stdout(`${renderChanges(tried, io)}${await renderDiffs({ stateDir, record }, io, flags.all)}`);
  return EXIT.ok;
}

/** Says that there is no such try, and which there are. */
export function unknownTry(id: string, { stateDir, io }: Surroundings): number {
  const ids = listRecords(stateDir).map((record) => record.id);
  io.stderr(`nacre: there is no try ${id}; ${ids.length === 0 ? "none is open" : `there is ${ids.join(", ")}`}\n`);
  return EXIT.failed;
}
