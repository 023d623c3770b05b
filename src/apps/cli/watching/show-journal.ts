import { wallMs } from "../../../core/base/clock.ts";
import { MOMENT_FORMS, parseMoment } from "../../../core/base/time/moment.ts";
import type { JournalEntry } from "../../../core/journal/journal-entry.ts";
import { followJournal, latestEntries, type Wanted } from "../../../core/journal/read-journal.ts";
import { verifyJournal } from "../../../core/journal/verify-journal.ts";
import { plural } from "../../../tools/words/plural.ts";
import { EXIT, exitCodeOfSignal } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { oneLine } from "../table.ts";
import { renderEntry } from "./render-entry.ts";
import { followUnwritten, tellUnwritten } from "./unwritten-journals.ts";

export type JournalFlags = {
  readonly follow?: boolean;
  readonly session?: string;
  readonly since?: string;
  readonly last?: number;
  readonly head?: boolean;
  readonly anchor?: readonly string[];
  readonly json?: boolean;
};

/** So many entries are shown where the user names neither a number nor a time. */
const USUAL_ENTRIES = 50;

/** nacre journal: shows what happened, follows it, or checks that nothing of it was changed. */
export async function journal(
  what: "verify" | undefined,
  flags: JournalFlags,
  surroundings: Surroundings,
): Promise<number> {
  if (flags.follow !== true) await tellUnwritten(surroundings);
  if (what === "verify") return verify(flags, surroundings);
  return flags.head === true ? heads(flags, surroundings) : show(flags, surroundings);
}

async function show(flags: JournalFlags, surroundings: Surroundings): Promise<number> {
  const { stateDir, io } = surroundings;
  const since = flags.since === undefined ? undefined : parseMoment(flags.since, wallMs(), "ago");
  if (flags.since !== undefined && since === undefined) {
    io.stderr(`nacre: --since ${oneLine(flags.since)} is no point in time; it must be ${MOMENT_FORMS}\n`);
    return EXIT.usage;
  }
  const wanted: Wanted = {
    ...(since === undefined ? {} : { since }),
    ...(flags.session === undefined ? {} : { session: flags.session }),
  };
  const print = (entry: JournalEntry): void =>
    io.stdout(flags.json === true ? `${JSON.stringify(entry)}\n` : `${renderEntry(entry, io.columns)}\n`);
  const shown = lastOf(
    stateDir,
    wanted,
    flags.last ?? (since === undefined ? USUAL_ENTRIES : Number.POSITIVE_INFINITY),
  );
  // Follow first and show then: what is written in between is not lost.
  const followed = flags.follow === true ? follow(print, { ...surroundings, wanted }) : undefined;
  shown.forEach(print);
  if (shown.length === 0 && flags.json !== true && flags.follow !== true) io.stderr(`nacre: ${nothing(wanted)}\n`);
  return followed ?? EXIT.ok;
}

const nothing = ({ since, session }: Wanted): string =>
  since === undefined && session === undefined ? "the journal is empty" : "the journal has no such entry";

/** The latest entries, oldest first. */
function lastOf(stateDir: string, wanted: Wanted, most: number): readonly JournalEntry[] {
  const found: JournalEntry[] = [];
  if (most === 0) return found;
  for (const entry of latestEntries(stateDir, wanted)) {
    found.push(entry);
    if (found.length >= most) break;
  }
  return found.toReversed();
}

function follow(
  print: (entry: JournalEntry) => void,
  { wanted, ...surroundings }: Surroundings & { readonly wanted: Wanted },
): Promise<number> {
  const { stateDir, io } = surroundings;
  followUnwritten(surroundings);
  followJournal(stateDir, print, { ...wanted, signal: io.signal });
  return new Promise((resolve) => {
    const end = (): void => resolve(exitCodeOfSignal(io.signal.reason));
    if (io.signal.aborted) end();
    else io.signal.addEventListener("abort", end, { once: true });
  });
}

function heads({ json }: JournalFlags, { stateDir, io }: Surroundings): number {
  const found = [...verifyJournal(stateDir).heads].filter(([, hash]) => hash !== "");
  if (json === true) io.stdout(`${JSON.stringify(Object.fromEntries(found))}\n`);
  else io.stdout(found.map(([host, hash]) => `${hash}  ${host}\n`).join(""));
  return EXIT.ok;
}

function verify({ anchor = [], json }: JournalFlags, { stateDir, io }: Surroundings): number {
  const { chains, lines, flaws, torn, heads: last } = verifyJournal(stateDir, anchor);
  if (json === true) {
    io.stdout(
      `${JSON.stringify({ whole: flaws.length === 0, chains, lines, flaws, torn, heads: Object.fromEntries(last) })}\n`,
    );
    return flaws.length === 0 ? EXIT.ok : EXIT.failed;
  }
  for (const host of torn)
    io.stdout(`${host}: the last line was cut off in mid-write, as by a crash; none before it is lost\n`);
  for (const { host, sentence } of flaws) io.stdout(`${host === "" ? "" : `${host}: `}${sentence}\n`);
  const walked = `${plural(lines, "line")} of ${plural(chains, "host")}`;
  if (flaws.length === 0) io.stdout(`the journal is whole: ${walked}\n`);
  else io.stderr(`nacre: the journal is not whole: ${plural(flaws.length, "flaw")} in ${walked}\n`);
  return flaws.length === 0 ? EXIT.ok : EXIT.failed;
}
