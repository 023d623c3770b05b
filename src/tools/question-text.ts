import { oneLine, visible } from "../core/base/show-value.ts";
import type { Question, WiderForm } from "../core/permission/approver.ts";

export { visible };

/** What the user is asked: whether the command may run, or whether what it changed in a try is kept. */
export const askedFor = ({ asks }: Pick<Question, "asks">): string =>
  asks === "keep" ? "Keep what this changed in a try?" : "May this run?";

/** What a try of the command changed. */
export const triedOf = ({ tried }: Pick<Question, "tried">): readonly string[] =>
  tried === undefined
    ? []
    : [...tried.lines.map(oneLine), ...(tried.id === undefined ? [] : [`(with diffs: nacre try --show ${tried.id})`])];

const PART_CHARS = 200;

/** Why the policy asks, each reason once and on one line, with the part it is about where that is not the whole command. */
export const reasonsOf = ({ findings, command }: Pick<Question, "findings" | "command">): readonly string[] => {
  const questions = findings.filter(({ decision }) => decision === "ask");
  const isWhole = (part: string): boolean => part.trim() === command.trim();
  return [
    ...new Set(
      questions.map(({ reason, part }) => oneLine(isWhole(part) ? reason : `${reason} In: ${shortened(part)}`)),
    ),
  ];
};

const shortened = (text: string): string => (text.length <= PART_CHARS ? text : `${text.slice(0, PART_CHARS)}…`);

const STDIN_CHARS = 2000;

/** What the command would find on its standard input: all of it, or its beginning and how much more there is. */
export const stdinLines = ({ stdin }: Pick<Question, "stdin">): readonly string[] => {
  if (stdin === undefined) return [];
  if (stdin.kind === "stream") return ["with a stream on its standard input, which nacre has not read"];
  const { text } = stdin;
  const rest = text.length - STDIN_CHARS;
  const shown = visible(text.slice(0, STDIN_CHARS)).replace(/\n$/, "").split("\n");
  const more = rest > 0 ? [`… and ${rest} more characters`] : [];
  return [`with ${text.length} characters on its standard input:`, ...shown.map((line) => `  ${line}`), ...more];
};

/** What an answer `always` would keep, and where; nothing where it cannot be given. */
export const keptLines = ({ always, cwd, keptIn }: Pick<Question, "always" | "cwd" | "keptIn">): readonly string[] => {
  if (always === undefined) return [];
  const where = keptIn === "rules" ? "is kept in your rules for this workspace (nacre rules)" : "is until nacre ends";
  return [`"From now on" ${where}, in ${oneLine(cwd)}, for: ${always.map(oneLine).join(", ")}`];
};

/** What a wider rule would let through and what not. */
export const widerLines = ({ rule, lets, stops }: WiderForm): readonly string[] => [
  `Wider, in every directory: ${oneLine(rule)}`,
  `  would also let through: ${lets.map(oneLine).join("; ")}`,
  `  but not: ${stops.map(oneLine).join("; ")}`,
];
