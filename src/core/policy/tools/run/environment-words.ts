import type { Text } from "../../values/abstract-text.ts";
import { type Effect, runs, shell } from "../effect.ts";

/** A word that sets a variable for the command behind it. */
export const ASSIGNMENT: RegExp = /^(?:[A-Za-z_]\w*|BASH_FUNC_[^=\s]+%%)=/;

/** Assignments are judged as the shell's own. */
export const shellAssignments = (assignments: readonly Text[]): Effect => shell(assignments.map(assignment).join(" "));

/** The command behind assignments gets what they say. */
export const runsGiven = (assignments: readonly Text[], argv: readonly Text[]): Effect =>
  assignments.length === 0
    ? runs(argv)
    : {
        kind: "runs",
        argv,
        given: new Map(
          assignments.map((word) => [word.slice(0, word.indexOf("=")), [word.slice(word.indexOf("=") + 1)]] as const),
        ),
      };

/** The same as text in front of a command. */
export const written = (assignments: readonly Text[]): Text =>
  assignments
    .filter((word) => !FUNCTION.test(word))
    .map((word) => `${assignment(word)} `)
    .join("");

/** bash makes a function of a variable with such a name; it counts as called. */
const FUNCTION = /^BASH_FUNC_([^=\s]+)%%=(.*)$/s;

function assignment(word: Text): Text {
  const [, name, body = ""] = FUNCTION.exec(word) ?? [];
  if (name !== undefined) return `\n${name} ${body}\n${name}\n`;
  const equals = word.indexOf("=") + 1;
  return `${word.slice(0, equals)}'${word.slice(equals).replaceAll("'", "'\\''")}'`;
}
