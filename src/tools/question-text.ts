import type { Question, WiderForm } from "../core/permission/approver.ts";

/** Makes characters visible that move, hide or reorder other text, so that the user sees what the command is. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );

const oneLine = (text: string): string => visible(text.replaceAll(/\s*\n\s*/g, " "));

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

/** What an answer `always` would keep. */
export const keptLine = (always: readonly string[], cwd: string): string =>
  `"From now on" is until nacre ends, in ${oneLine(cwd)}, for: ${always.map(oneLine).join(", ")}`;

/** What a wider rule would let through and what not. */
export const widerLines = ({ rule, lets, stops }: WiderForm): readonly string[] => [
  `Wider, in every directory: ${oneLine(rule)}`,
  `  would also let through: ${lets.map(oneLine).join("; ")}`,
  `  but not: ${stops.map(oneLine).join("; ")}`,
];
