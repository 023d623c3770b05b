import type { AskedRow, CommandRow, EventRow, HistoryRow, RanRow, Reason, RowPlace } from "./history-row.ts";
import type { JournalEntry } from "./journal-entry.ts";

type Open<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Makes rows of entries that come the latest first: one for each command, with its question, answer and end in it. An entry
 * belongs to a row by its host, session and text, or by the id of its question or shell.
 */
export class CommandHistory {
  readonly rows: HistoryRow[] = [];
  readonly #ends = new Map<string, RanRow[]>();
  readonly #shellEnds = new Map<string, RanRow>();
  readonly #begun = new Map<string, RanRow[]>();
  readonly #answers = new Map<string, Open<AskedRow>>();
  /** Rows that were asked about, by what their answer names. */
  readonly #unanswered = new Map<string, Open<CommandRow>[]>();
  readonly #byQuestion = new Map<string, Open<CommandRow>>();
  readonly #uncontained = new Map<string, Open<CommandRow>[]>();
  readonly #containment = new Map<string, EventRow>();

  /** Whether some row still waits for its question, which came before it. */
  get isWhole(): boolean {
    return this.#byQuestion.size === 0;
  }

  take(entry: JournalEntry): void {
    TAKE[entry.kind]?.(this, entry);
  }

  commandEnded(entry: JournalEntry): void {
    push(this.#ends, keyOf(entry), ranOf(entry, textOf(entry["ending"])));
  }

  shellEnded(entry: JournalEntry): void {
    if (entry.shell !== undefined) this.#shellEnds.set(entry.shell, ranOf(entry, textOf(entry["status"])));
  }

  commandStarted(entry: JournalEntry): void {
    push(this.#begun, keyOf(entry), this.#ends.get(keyOf(entry))?.pop() ?? {});
  }

  shellStarted(entry: JournalEntry): void {
    const { shell = "" } = entry;
    push(this.#begun, keyOf(entry), { shell, ...this.#shellEnds.get(shell) });
    this.#shellEnds.delete(shell);
  }

  verdict(entry: JournalEntry): void {
    const isCleared = entry["cleared"] === true;
    const ran = isCleared ? this.#begun.get(keyOf(entry))?.pop() : undefined;
    const row: Open<CommandRow> = {
      ...this.#commandRow(entry),
      cleared: isCleared,
      by: textOf(entry["by"]) ?? "",
      ...(ran === undefined ? {} : { ran }),
    };
    if (row.decision === "ask" && !UNASKED.has(row.by ?? "")) push(this.#unanswered, keyOf(entry), row);
    push(this.#uncontained, row.host, row);
    this.rows.push(row);
  }

  answer(entry: JournalEntry): void {
    const id = textOf(entry["question"]) ?? "";
    const asked = {
      id,
      settledAt: entry.time,
      ...known({ state: textOf(entry["state"]), answer: textOf(entry["answer"]) }),
      ...known({ via: textOf(entry["via"]), message: textOf(entry["message"]) }),
    };
    const row = this.#unanswered.get(keyOf(entry))?.pop();
    if (row === undefined) this.#answers.set(id, asked);
    else this.#byQuestion.set(id, Object.assign(row, { asked }));
  }

  question(entry: JournalEntry): void {
    const id = textOf(entry["question"]) ?? "";
    const row = this.#byQuestion.get(id);
    this.#byQuestion.delete(id);
    if (row !== undefined) {
      row.asked = { ...(row.asked ?? { id }), askedAt: entry.time };
      return;
    }
    // No command came of it: it waits, or the call was given up.
    const asked = { ...(this.#answers.get(id) ?? { id }), askedAt: entry.time };
    this.rows.push({ ...this.#commandRow(entry), decision: "ask", asked });
  }

  containment(entry: JournalEntry): void {
    const level = textOf(entry["level"]) ?? "";
    for (const row of this.#uncontained.get(entry.host) ?? []) row.contained = level;
    this.#uncontained.delete(entry.host);
    const later = this.#containment.get(entry.host);
    if (later !== undefined) this.rows.push(later); // a change: something was so before it
    const reasons = Array.isArray(entry["reasons"]) ? entry["reasons"].map(String) : [];
    this.#containment.set(entry.host, {
      ...placeOf(entry),
      kind: "containment",
      words: `Containment changed to ${[level, ...reasons].join("; ")}`,
    });
  }

  event(entry: JournalEntry, kind: EventRow["kind"], words: string): void {
    const { shell } = entry;
    this.rows.push({ ...placeOf(entry), kind, words, ...(shell === undefined ? {} : { shell }) });
  }

  #commandRow(entry: JournalEntry): Open<CommandRow> {
    const findings: readonly unknown[] = Array.isArray(entry["findings"]) ? entry["findings"] : [];
    const decision = DECISIONS.find((one) => one === entry["decision"]) ?? "deny";
    return {
      ...placeOf(entry),
      kind: "command",
      command: textOf(entry["command"]) ?? "",
      cwd: textOf(entry["cwd"]) ?? "",
      decision,
      reasons: findings.flatMap((finding) => reasonOf(finding) ?? []),
    };
  }
}

/** What decides without a question. */
const UNASKED: ReadonlySet<string> = new Set(["policy", "grant", "nobody"]);

const DECISIONS = ["allow", "ask", "deny"] as const;

const TAKE: Readonly<Record<string, (history: CommandHistory, entry: JournalEntry) => void>> = {
  "command-ended": (history, entry) => history.commandEnded(entry),
  "command-started": (history, entry) => history.commandStarted(entry),
  "shell-ended": (history, entry) => history.shellEnded(entry),
  "shell-started": (history, entry) => history.shellStarted(entry),
  verdict: (history, entry) => history.verdict(entry),
  answer: (history, entry) => history.answer(entry),
  question: (history, entry) => history.question(entry),
  containment: (history, entry) => history.containment(entry),
  "shell-killed": (history, entry) =>
    history.event(entry, "shell-killed", `Killed (${textOf(entry["signal"]) ?? "TERM"})`),
  "shell-lost": (history, entry) =>
    history.event(entry, "shell-lost", `Lost with its host: ${textOf(entry["command"]) ?? ""}`),
  gap: (history, entry) =>
    history.event(
      entry,
      "gap",
      `${numberOf(entry["missed"]) ?? "Some"} entries could not be written: ${textOf(entry["reason"]) ?? ""}`,
    ),
};

/** The fields of an entry may be anything: a user can have edited the file. */
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

const keyOf = (entry: JournalEntry): string =>
  JSON.stringify([entry.host, entry.session ?? "", textOf(entry["command"]) ?? ""]);

const placeOf = ({ time, host, seq, hash, session }: JournalEntry): RowPlace => ({
  time,
  host,
  seq,
  hash,
  ...known({ session: textOf(session) }),
});

const ranOf = (entry: JournalEntry, ending: string | undefined): RanRow => ({
  ending: ending ?? "ended",
  ...known({ exitCode: numberOf(entry["exitCode"]), durationMs: numberOf(entry["durationMs"]) }),
  ...known({ bytes: numberOf(entry["bytes"]) }),
});

function reasonOf(finding: unknown): Reason | undefined {
  if (typeof finding !== "object" || finding === null || !("rule" in finding) || !("reason" in finding))
    return undefined;
  return { rule: String(finding.rule), reason: String(finding.reason) };
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const list = map.get(key) ?? [];
  list.push(one);
  map.set(key, list);
}

const known = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
