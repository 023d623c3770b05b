import { FILE, isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, prints } from "../effect.ts";
import { writtenIn } from "../file-readers.ts";
import { type Options, readOptions } from "../options.ts";

/** awk: the first operand is the program unless it comes from a file. */
export const awk: Program = (call) => {
  const options = readOptions(
    call.args,
    "-F: -v: -f: --file: --assign: --field-separator: -i: --include: -l: --load: -e: --source: -E: --exec: -o: -p: -d:",
    "first",
  );
  if (options.has("--version", "--help")) return [];
  const given = options.values("-e", "--source");
  const files = options.values("-f", "--file", "-E", "--exec");
  const codes = given.length > 0 || files.length > 0 ? given : options.rest.slice(0, 1);
  const inputs = given.length > 0 || files.length > 0 ? options.rest : options.rest.slice(1);
  const written = writtenIn(files, call);
  const namesOnly =
    options.values("-F", "--field-separator").includes("=") &&
    codes.every((code) => /^\s*(?:!?\/[^/]*\/\s*)?\{\s*print \$1;?\s*\}\s*$/.test(code));
  return [
    ...[...codes, ...written].map(
      (text) => ({ kind: "code", text: text + assigned(options, text), language: "awk" }) as const,
    ),
    ...options.values("-l", "--load").map((path) => acts("loader-variable", path)),
    ...inputs.map((path) =>
      options.values("-i", "--include").includes("inplace")
        ? ({ kind: "writes", path } as const)
        : ({ kind: "reads", path, unseen: namesOnly } as const),
    ),
    ...(inputs.length > 0 ? [prints(FILE)] : printedField(codes, options, call.stdin)),
  ];
};

/** The variables of `-v` as the program would set them, where it reads or writes files that it names. */
const assigned = (options: Options, code: Text): Text =>
  /getline\s*\w*\s*<|>/.test(code)
    ? options
        .values("-v", "--assign")
        .map((given) => `\nBEGIN { ${given.replace(/=(.*)$/s, (_, value: Text) => `= ${JSON.stringify(value)}`)} }`)
        .join("")
    : "";

/** `{print $2}` of known text can be done. */
function printedField(codes: readonly Text[], options: Options, input: Text): readonly Effect[] {
  const [, field] = /^\s*\{\s*print\s+\$(\d+)\s*;?\s*\}\s*$/.exec(codes.join("\n")) ?? [];
  if (field === undefined || !isKnown(input) || input === "") return [];
  const [sign = " "] = options.values("-F", "--field-separator");
  if (sign.length !== 1) return [];
  const fieldOf = (line: Text): Text => {
    if (field === "0") return line;
    const fields = sign === " " ? line.trim().split(/[ \t]+/) : line.split(sign);
    return fields[Number(field) - 1] ?? "";
  };
  return [prints(input.replace(/[^\n]+/g, fieldOf))];
}
