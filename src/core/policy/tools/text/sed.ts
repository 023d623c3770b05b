import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, prints, reads, shell, writes } from "../effect.ts";
import { printedFiles, writtenIn } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { changed } from "./printings.ts";

/** The commands of a sed script that write, read or run. */
function sedScript(script: Text): readonly Effect[] {
  const effects: Effect[] = [];
  // Text of a, i and c is data up to the end of its line.
  for (const line of script.split(/\n/)) {
    const commands = line.replace(
      /^\s*(?:\d+|\$|\/(?:\\.|[^/])*\/)?(?:,(?:\d+|\$|\/(?:\\.|[^/])*\/))?\s*!?\s*[aic]\s*\\?.*$/,
      "",
    );
    const plain = blankRegexes(commands);
    for (const [, file = ""] of plain.matchAll(/(?:^|[;{}\s\d$/!,])[wW]\s*([/.~\w][^;}\n]*)$/g))
      effects.push(...written(file.trim()));
    for (const [, file = ""] of plain.matchAll(/(?:(?:^|[;{}\d$/!,])\s*[rR]\s*|\s[rR]\s+)([/.~\w][^;}\n]*)/g))
      effects.push(reads(file.trim()));
    for (const [, code = ""] of plain.matchAll(/(?:(?:^|[;{}\d$/!,])\s*e\s*|\se\s+)(\S[^\n]*)?$|\se$/g))
      effects.push(...(code === "" ? [acts("run-unknown-code")] : [shell(code), acts("run-helper", "a sed script")]));
  }
  for (const { flags, replacement, file } of substitutions(script)) {
    if (flags.includes("e")) effects.push(shell(replacement.replaceAll("\\/", "/")), acts("run-unknown-code"));
    if (file !== undefined) effects.push(writes(file));
  }
  return effects;
}

/** A script that changes text has no business outside the workspace, not even in a temporary directory. */
const written = (file: Text): readonly Effect[] =>
  /^[/~]/.test(file) ? [writes(file), acts("write-outside", file)] : [writes(file)];

/** Addresses and substitutions blanked, so that letters inside a regex are not taken for commands. A path behind `r` or `w` is no address. */
const blankRegexes = (line: Text): Text =>
  line
    .replace(/([sy])([^\w\s\\])((?:\\.|(?!\2).)*)\2((?:\\.|(?!\2).)*)\2([gIipPmM\d]*)/g, " ")
    .replace(/(^|[;{},!])(\s*)\/(?:\\.|[^/])*\/[IM]*/g, "$1$2/");

function substitutions(
  script: Text,
): readonly { readonly flags: string; readonly replacement: Text; readonly file: Text | undefined }[] {
  return [
    ...script.matchAll(
      /(?<![A-Za-z\\])s([^\w\s\\])((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([A-Za-z0-9]*)(?:\s+([/.~][^\n;}]*))?/g,
    ),
  ].map(([, , , replacement = "", flags = "", file]) => ({
    flags: flags.replace(/w.*$/, ""),
    replacement,
    file: flags.endsWith("w") ? file : undefined,
  }));
}

export const sed: Program = (call) => {
  const options = readOptions(
    call.args,
    "-e: --expression: -f: --file: -l: --line-length: --in-place --quiet --silent --regexp-extended --null-data --separate --posix --sandbox",
  );
  const explicit = options.values("-e", "--expression");
  const files = options.values("-f", "--file");
  const scripts = explicit.length > 0 || files.length > 0 ? explicit : options.rest.slice(0, 1);
  const paths = explicit.length > 0 || files.length > 0 ? options.rest : options.rest.slice(1);
  const inPlace = call.args.some((arg) => /^-[A-Za-z]*i|^--in-?p?/.test(arg) && !arg.startsWith("--quiet"));
  const inFiles = writtenIn(files, call);
  const namesOnly = scripts.length === 1 && /^s([^\w\s\\])=\.\*\$?\1[^\\&]*\1g?$/.test(scripts[0] ?? "");
  const effects: Effect[] = [...scripts, ...inFiles].flatMap(sedScript);
  for (const path of [...paths, ...files])
    effects.push(inPlace ? writes(path) : { kind: "reads", path, unseen: namesOnly });
  if (inPlace) return [...effects, prints("")];
  const input = paths.length === 0 ? call.stdin : printedFiles(paths, call);
  const output = sedOutput(scripts.join("\n"), input);
  const filled = effects.map((effect) =>
    effect.kind === "writes" && effect.content === undefined ? { ...effect, content: output } : effect,
  );
  return [...filled, prints(output)];
};

/** Plain substitutions of known text can be done; a command that writes the text changes nothing. */
function sedOutput(script: Text, input: Text): Text {
  const commands = script.split(/[;\n]/).map((command) => command.trim());
  if (!isKnown(input) || input.length > 4096) return changed(input);
  let text = input;
  for (const command of commands.filter((one) => !/^w\s/.test(one))) {
    const [, sign, start, pattern, end, replacement] =
      /^s([^\w\s\\])(\^?)([\w @~,:%.-]*)(\$?)\1((?:\\.|(?!\1)[^\\])*)\1g?$/.exec(command) ?? [];
    if (sign === undefined || (pattern === "" && start === "" && end === "")) return changed(input);
    const by = (replacement ?? "").replaceAll(/\\(.)/g, "$1");
    text = text.replaceAll(new RegExp(`${start}${(pattern ?? "").replaceAll(".", "\\.")}${end}`, "gm"), () => by);
  }
  return text;
}
