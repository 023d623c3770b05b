import { ENVIRONMENT, isKnown, SECRET, type Text, without } from "../../values/abstract-text.ts";
import { type Program, prints, reads } from "../effect.ts";
import { printedFiles } from "../file-readers.ts";
import { type Options, readOptions } from "../options.ts";
import { changed } from "./printings.ts";

/** `cut -d= -f1` prints only names, which are no secrets. */
export const cut: Program = (call) => {
  const options = readOptions(
    call.args,
    "-d: --delimiter: -f: --fields: -c: --characters: -b: --bytes: --output-delimiter:",
  );
  const namesOnly = options.values("-d", "--delimiter").includes("=") && options.values("-f", "--fields").includes("1");
  const kept = cutText(options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call), options);
  if (namesOnly) return [prints(without(kept, ENVIRONMENT, SECRET))];
  return [...options.rest.map((path) => reads(path)), prints(kept)];
};

/** Known text is cut; of other text only what it carries is kept. */
function cutText(input: Text, options: Options): Text {
  const [fields] = options.values("-f", "--fields");
  const [delimiter = "\t"] = options.values("-d", "--delimiter");
  const [letters] = options.values("-c", "--characters", "-b", "--bytes");
  const ranges = rangesOf(fields ?? letters ?? "");
  if (!isKnown(input + delimiter) || ranges === undefined) return changed(input);
  const sign = fields === undefined ? "" : delimiter.slice(0, 1);
  const kept = (line: Text): Text => {
    if (sign !== "" && !line.includes(sign)) return line;
    const pieces = line.split(sign);
    return pieces.filter((_, at) => ranges.some(([from, to]) => at + 1 >= from && at < to)).join(sign);
  };
  return input.replace(/[^\n]+/g, kept);
}

/** `1,3-5,7-` as pairs of numbers. */
function rangesOf(list: Text): readonly (readonly [from: number, to: number])[] | undefined {
  if (!/^(?:\d+-?\d*|-\d+)(?:,(?:\d+-?\d*|-\d+))*$/.test(list)) return undefined;
  return list.split(",").map((range) => {
    const [from = "", to = range.includes("-") ? "" : from] = range.split("-");
    return [from === "" ? 1 : Number(from), to === "" ? Number.POSITIVE_INFINITY : Number(to)] as const;
  });
}
