import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import { ANY, DECODED, OUTPUT, type Text } from "../values/abstract-text.ts";
import { awkPaths } from "./awk-paths.ts";
import type { CodeSetting } from "./code-setting.ts";
import { readsAsCommand } from "./commands-in-text.ts";
import { type Literal, literalsOf } from "./literals.ts";

const PRINTS_INTO_SHELL = new RegExp(String.raw`\|&?\s*"\s*(?:/(?:usr/)?bin/)?${SHELL_NAME}\b[^"]*"`);

/** Whether awk runs what a variable holds. */
const runsVariable = (name: string, code: Text): boolean =>
  new RegExp(String.raw`\bsystem\s*\(\s*${name}\b|\b${name}\s*\|&?\s*getline|\|&?\s*${name}\b`).test(code);

/** What awk adds to a command that deletes: `system("rm " f)`. */
const unsaid = (command: Text, after: Text): Text =>
  /^\s*(?:\S*\/)?(?:rm|rmdir|unlink|shred|truncate)\s/.test(command) && /^\s*[\w$(]/.test(after) ? ANY : "";

/** What awk does with one literal, by what stands around it. */
function useOf({ value, start, end }: Literal, code: Text, at: CodeSetting): void {
  const before = code.slice(0, start);
  const after = code.slice(end);
  const variable = /(?<![=!<>~])\b([A-Za-z_]\w*)\s*=\s*$/.exec(before)?.[1];
  const called =
    /\bsystem\s*\(\s*(?:[\w$]+\s*)*$/.test(before) || (variable !== undefined && runsVariable(variable, code));
  if (called || /(?<!\|)\|&?\s*$/.test(before) || /^\s*\|&?\s*getline/.test(after))
    at.apply({ kind: "code", text: value + unsaid(value, after), language: "shell" });
  else if (/\bprintf?\b[^;}\n]*>>?\s*$/.test(before)) at.apply({ kind: "writes", path: value });
  else if (/getline\s*(?:\w+\s*)?<\s*$/.test(before)) at.apply({ kind: "reads", path: value });
  if (/^\/inet\d?\//.test(value)) {
    const [, , , , host = ANY] = value.split("/");
    at.apply({ kind: "sends", to: host, data: "" });
    at.engine.report("remote-shell", at.origin);
  }
}

/** What a program prints that does nothing else. A letter by its number is one that hides. */
function printedByAwk(code: Text, [only, ...others]: readonly Literal[]): Text {
  const alone =
    only !== undefined && others.length === 0 && /^\s*BEGIN\s*\{\s*printf?\s*\(?\s*$/.test(code.slice(0, only.start));
  if (!alone) return OUTPUT;
  if (/%c/.test(only.value)) return OUTPUT + DECODED;
  return /^\s*\)?\s*;?\s*\}?\s*$/.test(code.slice(only.end)) ? only.value : OUTPUT;
}

/** A text, or a pattern between slashes: those that stand where nothing could be divided. */
const TEXT_OR_PATTERN = /"(?:[^"\\]|\\.)*"|(?<=(?:^|[({},;!~&|\n])[ \t]*)\/(?:[^/\\\n]|\\.)*\//g;
const withoutPatterns = (code: Text): Text =>
  code.replaceAll(TEXT_OR_PATTERN, (part) => (part.startsWith("/") ? "//" : part));

/** awk: `system`, pipes to and from commands, output files. */
export function scanAwk(code: Text, at: CodeSetting): Text {
  const literals = literalsOf(code, "awk").filter(({ quote }) => quote === '"');
  for (const literal of literals) useOf(literal, code, at);
  for (const effect of awkPaths(code, (name) => at.frame.scope.valuesOf(name)[0])) at.apply(effect);
  // A shell runs what awk prints into it.
  if (PRINTS_INTO_SHELL.test(code)) {
    for (const { value } of literals)
      if (readsAsCommand(value)) at.apply({ kind: "code", text: value, language: "shell" });
    at.engine.report("run-unknown-code", at.origin);
  }
  const plain = withoutPatterns(code);
  if (/\bsystem\s*\(\s*[^"\s]/.test(plain) || /\|\s*&?\s*(?:getline\b)?\s*\$|\$\d+\s*\|\s*getline/.test(plain))
    at.engine.report("run-unknown-code", at.origin);
  if (/while\s*\(\s*1\s*\)[^}]*system/.test(code)) at.engine.report("fork-bomb", at.origin);
  return printedByAwk(code, literals);
}
