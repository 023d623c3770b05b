import { Slices } from "../../../../core/base/slices.ts";
import type { FoundChange } from "../../../../core/try/change.ts";
import { type ShownDiff, shownDiffs } from "../../../../core/try/diff/shown-diff.ts";
import type { ChangeSource } from "../../../../core/try/read-changes.ts";
import { differencesOf, triedChanges } from "../../../../core/try/tried-changes.ts";
import { isRunningTry, listRecords, readRecord, type TryRecord } from "../../../../core/try/try-record.ts";
import { triedLines } from "../../../../tools/words/tried-lines.ts";
import type { FileDiff, TriedChange, TriesReply, TryReply, TryRow } from "../../../page/page-messages.ts";
import { type ApiAnswer, refusalOf } from "../api-answer.ts";

/** Lines of one file that a page is given unless it asks for all, and how many files and changes. */
const MOST_LINES = 400;
const MOST_FILES = 200;
const MOST_CHANGES = 2000;
/** Lines of one file that a page can draw, and characters of one line. */
const ALL_LINES = 20_000;
const MOST_CHARS = 2000;

/** The open tries of this user, the newest first. Reads the records alone: what each changed is asked for by its id. */
export const answerTries = (stateDir: string): TriesReply => ({
  tries: listRecords(stateDir).map(rowOf).toReversed(),
});

const rowOf = (record: TryRecord): TryRow => {
  const { id, workspace, startedAt, commands, kept } = record;
  return { id, workspace, startedAt, commands, kept: kept.length, isRunning: isRunningTry(record) };
};

/** What one try changed; with a path, all lines of that change alone. */
export async function answerTry(stateDir: string, asked: URLSearchParams): Promise<ApiAnswer> {
  const record = readRecord(stateDir, asked.get("id") ?? "");
  if (record === undefined)
    return { status: 404, value: refusalOf("gone", "This try is over: it was kept, or thrown away.") };
  const { changes, source } = await triedChanges(stateDir, record);
  const path = asked.get("path");
  const wanted = path === null ? changes : changes.filter((change) => change.path === path);
  const room = path === null ? { lines: MOST_LINES, files: MOST_FILES } : { lines: ALL_LINES, files: ALL_LINES };
  const all = triedLines(changes);
  const lines = path === null ? all.slice(0, MOST_CHANGES) : all.filter((line) => line.path === path);
  const value: TryReply = {
    ...rowOf(record),
    escapes: record.escapes,
    differs: differencesOf(stateDir, record, changes),
    changes: await changesIn({ wanted, lines, source }, room),
    more: path === null ? all.slice(MOST_CHANGES).reduce((sum, { count }) => sum + count, 0) : 0,
  };
  return { status: 200, value };
}

type Asked = {
  readonly wanted: readonly FoundChange[];
  readonly lines: ReturnType<typeof triedLines>;
  readonly source: ChangeSource;
};

type Room = { readonly lines: number; readonly files: number };

/** Each line with the diffs of its files. What a line stands for together with others has none. */
async function changesIn({ wanted, lines, source }: Asked, room: Room): Promise<readonly TriedChange[]> {
  const byPath = new Map(wanted.map((change) => [change.path, change]));
  const slices = new Slices();
  const told: TriedChange[] = [];
  let left = room.files;
  for (const { sign, path, text, count } of lines) {
    const change = count === 1 ? byPath.get(path) : undefined;
    const diffs: FileDiff[] = [];
    let hasMore = false;
    for (const diff of change === undefined ? [] : shownDiffs(change, source, room.lines)) {
      hasMore = left === 0;
      if (hasMore) break;
      left -= 1;
      diffs.push(fileDiff(diff, change?.marks));
      await slices.step();
    }
    told.push({ sign, path, text, count, marks: change?.marks ?? [], diffs, hasMore });
  }
  return told;
}

/** What holds secrets by custom is told, and not drawn: screens are shared. */
function fileDiff({ path, head, lines, more, content }: ShownDiff, marks: FoundChange["marks"] = []): FileDiff {
  const facts = head.filter((line) => !/^(?:diff --git|index|similarity index) /.test(line));
  if (marks.includes("secret")) return { path, facts, lines: [], more: 0, content: "secret" };
  return { path, facts, lines: lines.map(bounded), more, content };
}

const bounded = (line: string): string =>
  line.length <= MOST_CHARS ? line : `${line.slice(0, MOST_CHARS)}… (${line.length - MOST_CHARS} more characters)`;
