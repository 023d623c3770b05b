import type { JournalEntry } from "../../../core/journal/journal-entry.ts";
import { oneLine, renderSpan } from "../table.ts";

/** The words of each kind of entry that has any besides its command. */
const WORDS: Readonly<Record<string, (entry: JournalEntry) => readonly unknown[]>> = {
  verdict: ({ decision, cleared, by, findings }) => [
    decision,
    decision === "allow" ? "" : `${cleared === true ? "ran" : "refused"} (${String(by)})`,
    decision === "allow" ? "" : ruleIn(findings),
  ],
  "command-ended": ({ ending, exitCode, durationMs }) => [endingOf(ending, exitCode), spanOf(durationMs)],
  "shell-ended": ({ status, exitCode, durationMs }) => [endingOf(status, exitCode), spanOf(durationMs)],
  question: ({ question, findings }) => [question, ruleIn(findings)],
  answer: ({ question, state, answer, via }) => [question, answer ?? state, typeof via === "string" ? `(${via})` : ""],
  "shell-killed": ({ signal }) => [signal],
  "shell-typed": ({ bytes }) => [`${String(bytes)} bytes by the user`],
  containment: ({ level, reasons }) => [level, ...(Array.isArray(reasons) ? reasons : [])],
  gap: ({ missed, reason, since }) => [
    `${String(missed)} entries ${typeof since === "number" ? `since ${timeOf(since)} ` : ""}could not be written: ${String(reason)}`,
  ],
  "host-started": ({ pid }) => [`pid ${String(pid)}`],
};

const ruleIn = (findings: unknown): string => {
  const [first]: unknown[] = Array.isArray(findings) ? findings : [];
  return typeof first === "object" && first !== null && "rule" in first ? String(first.rule) : "";
};

const endingOf = (how: unknown, exitCode: unknown): string =>
  typeof exitCode === "number" ? `exit ${exitCode}` : String(how);

const spanOf = (ms: unknown): string => (typeof ms === "number" ? renderSpan(ms) : "");

/** An entry on one line: when, who, what, and the command, which is cut to the width of the terminal. */
export function renderEntry(entry: JournalEntry, width: number = Number.MAX_SAFE_INTEGER): string {
  const { time, kind, session, shell, command } = entry;
  const words = [WORDS[kind]?.(entry) ?? [], shell ?? "", typeof command === "string" ? `│ ${command}` : ""].flat();
  const said = words.map(String).filter((word) => word !== "");
  const line = [timeOf(time), kind.padEnd(KIND_WIDTH), session ?? "-", ...said].join("  ");
  return oneLine(line, width);
}

const KIND_WIDTH = "command-started".length;

/** The time of day where the user is. */
export function timeOf(ms: number): string {
  const at = new Date(ms);
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":")}`;
}
