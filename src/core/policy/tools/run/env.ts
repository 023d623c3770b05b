import { ENVIRONMENT, isKnown, type Text } from "../../values/abstract-text.ts";
import { type Program, prints, shell } from "../effect.ts";
import { readOptions } from "../options.ts";
import { ASSIGNMENT, runsGiven, shellAssignments, written } from "./environment-words.ts";

/** `env`: assignments, `-S` text, or the command itself. */
export const env: Program = (call) => {
  const at = call.args.findIndex((arg) => /^-[a-zA-Z0]*S|^--split-string/.test(arg));
  const before = at === -1 ? call.args : call.args.slice(0, at);
  // A lone dash is `-i`.
  const options = readOptions(
    before.map((arg, index) =>
      arg === "-" && before.slice(0, index).every((word) => word.startsWith("-")) ? "-i" : arg,
    ),
    "-u: --unset: -C: --chdir: --ignore-environment",
    "first",
  );
  if (options.has("--help", "--version")) return [];
  if (at !== -1 && options.rest.every((word) => ASSIGNMENT.test(word)))
    return [shell(splitString(call.args.slice(at)))];
  const first = options.rest.findIndex((word) => !ASSIGNMENT.test(word));
  const assignments = options.rest.slice(0, first === -1 ? undefined : first);
  const command = first === -1 ? [] : [...options.rest.slice(first), ...(at === -1 ? [] : call.args.slice(at))];
  if (command.length === 0) return [prints(ENVIRONMENT)];
  const [directory] = options.values("-C", "--chdir");
  const ran =
    directory === undefined
      ? runsGiven(assignments, command)
      : shell(`cd -- ${quoted(directory)} && ${written(assignments)}${command.map(quoted).join(" ")}`);
  return [shellAssignments(assignments), ran];
};

/** One word for the shell again; holes stay what they are. */
const quoted = (word: Text): Text => (isKnown(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`);

/** `-S 'text' more words`: the text is cut like a shell would, the words stay whole. */
function splitString([first = "", ...rest]: readonly Text[]): Text {
  const glued = /^(?:-[a-zA-Z0]*S|--split-string=?)(.*)$/s.exec(first)?.[1] ?? "";
  const [text = "", ...words] = glued === "" ? rest : [glued, ...rest];
  return [text, ...words.map((word) => `'${word.replaceAll("'", "'\\''")}'`)].join(" ");
}
