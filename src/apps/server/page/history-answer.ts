import { wallMs } from "../../../core/base/clock.ts";
import { HISTORY_ENTRIES, HISTORY_ROWS } from "../../../core/base/limits.ts";
import { doInSlices, Slices } from "../../../core/base/slices.ts";
import { CommandHistory } from "../../../core/journal/command-history.ts";
import type { CommandRow, HistoryRow } from "../../../core/journal/history-row.ts";
import { latestEntries } from "../../../core/journal/read-journal.ts";
import { verifySteps } from "../../../core/journal/verify-journal.ts";
import type { HistoryReply, JournalCheck } from "../../page/page-messages.ts";

const MINUTE_MS = 60_000;
/** So many minutes are plotted. */
const MINUTES = 60;
const USUAL_ROWS = 200;
const STEP_ENTRIES = 100;
/** After so many entries it is looked whether enough rows were found. */
const LOOK_ENTRIES = 1000;
/** More flaws than this are read in a terminal. */
const FLAWS_TOLD = 5;

/** Which rows a page wants to see. */
type Wanted = {
  readonly text: string;
  readonly verdicts: readonly string[];
  readonly exit: string;
  readonly session: string;
  readonly since: number;
  readonly until: number;
  readonly limit: number;
};

const EXITS: Readonly<Record<string, (row: CommandRow) => boolean>> = {
  ok: ({ ran }) => ran?.exitCode === 0,
  failed: ({ ran }) => ran?.ending !== undefined && ran.exitCode !== 0,
  "not-run": ({ ran, cleared }) => ran === undefined && cleared === false,
};

/** @internal exported for its test. */
export function wantedIn(asked: URLSearchParams): Wanted {
  const number = (name: string, otherwise: number): number => {
    const given = Number(asked.get(name) ?? Number.NaN);
    return Number.isFinite(given) && given >= 0 ? given : otherwise;
  };
  return {
    text: (asked.get("text") ?? "").toLowerCase(),
    verdicts: (asked.get("verdict") ?? "").split(",").filter((word) => word !== ""),
    exit: asked.get("exit") ?? "",
    session: asked.get("session") ?? "",
    since: number("since", Number.NEGATIVE_INFINITY),
    until: number("until", Number.POSITIVE_INFINITY),
    limit: Math.min(HISTORY_ROWS, Math.max(1, number("limit", USUAL_ROWS))),
  };
}

/** Reads the journals of all hosts from their ends: as far back as is asked for, but not without end. */
export async function readHistory(stateDir: string, asked: URLSearchParams): Promise<HistoryReply> {
  const wanted = wantedIn(asked);
  const now = wallMs();
  const hourAgo = now - MINUTES * MINUTE_MS;
  const since = Math.min(wanted.since, hourAgo);
  const history = new CommandHistory();
  const slices = new Slices();
  let [read, isCut] = [0, false];
  for (const entry of latestEntries(stateDir, since === Number.NEGATIVE_INFINITY ? {} : { since })) {
    read += 1;
    const isEnough = read % LOOK_ENTRIES === 0 && entry.time < hourAgo && hasEnough(history, wanted);
    isCut = isEnough || read > HISTORY_ENTRIES;
    if (isCut) break;
    history.take(entry);
    if (read % STEP_ENTRIES === 0) await slices.step();
  }
  return { ...chosen(history.rows, wanted), isCut, minutes: minutesOf(history.rows, now) };
}

const hasEnough = ({ isWhole, rows }: CommandHistory, wanted: Wanted): boolean =>
  isWhole && chosen(rows, wanted).found > wanted.limit;

function chosen(rows: readonly HistoryRow[], wanted: Wanted): Omit<HistoryReply, "isCut" | "minutes"> {
  const inTime = rows
    .filter(({ time }) => time >= wanted.since && time <= wanted.until)
    .toSorted((a, b) => b.time - a.time || b.seq - a.seq);
  const sessions = [...new Set(inTime.flatMap(({ session }) => session ?? []))].toSorted();
  const fitting = inTime.filter((row) => fits(row, wanted));
  const commands = fitting.filter((row) => row.kind === "command");
  const verdicts = { allow: 0, ask: 0, deny: 0 };
  for (const { decision } of commands) verdicts[decision] += 1;
  const shown = fitting.filter(
    (row) => wanted.verdicts.length === 0 || (row.kind === "command" && wanted.verdicts.includes(row.decision)),
  );
  return { rows: shown.slice(0, wanted.limit), found: shown.length, total: inTime.length, verdicts, sessions };
}

function fits(row: HistoryRow, { text, exit, session }: Wanted): boolean {
  if (session !== "" && row.session !== session) return false;
  if (exit !== "" && EXITS[exit] !== undefined && (row.kind !== "command" || !EXITS[exit](row))) return false;
  return text === "" || wordsOf(row).some((words) => words.toLowerCase().includes(text));
}

function wordsOf(row: HistoryRow): readonly string[] {
  if (row.kind !== "command") return [row.words];
  const { command, cwd, by = "", reasons, asked } = row;
  const said = [asked?.answer, asked?.via, asked?.message].map((word) => word ?? "");
  return [command, cwd, by, ...said, ...reasons.flatMap(({ rule, reason }) => [rule, reason])];
}

/** How many commands there were in each of the last minutes, by verdict; the last number is of this minute. */
function minutesOf(rows: readonly HistoryRow[], now: number): HistoryReply["minutes"] {
  const end = Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS;
  const start = end - MINUTES * MINUTE_MS;
  const none = (): number[] => Array.from({ length: MINUTES }, () => 0);
  const counts = { allow: none(), ask: none(), deny: none() };
  for (const row of rows) {
    const at = Math.floor((row.time - start) / MINUTE_MS);
    if (row.kind !== "command" || at < 0 || at >= MINUTES) continue;
    const bars = counts[row.decision];
    bars[at] = (bars[at] ?? 0) + 1;
  }
  return { start, ...counts };
}

/** Walks every chain, between other work. */
export async function checkJournal(stateDir: string): Promise<JournalCheck> {
  const { lines, chains, flaws, heads } = await doInSlices(verifySteps(stateDir));
  return {
    lines,
    chains,
    flaws: flaws.slice(0, FLAWS_TOLD).map(({ host, sentence }) => (host === "" ? sentence : `${host}: ${sentence}`)),
    heads: [...heads].filter(([, hash]) => hash !== "").map(([host, hash]) => ({ host, hash })),
  };
}
