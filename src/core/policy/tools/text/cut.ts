import { ENVIRONMENT, SECRET, without } from "../../values/abstract-text.ts";
import { type Program, prints, reads } from "../effect.ts";
import { printedFiles } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { changed } from "./printings.ts";

/** `cut -d= -f1` prints only names, which are no secrets. */
export const cut: Program = (call) => {
  const options = readOptions(
    call.args,
    "-d: --delimiter: -f: --fields: -c: --characters: -b: --bytes: --output-delimiter:",
  );
  const namesOnly = options.values("-d", "--delimiter").includes("=") && options.values("-f", "--fields").includes("1");
  const kept = changed(options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call));
  if (namesOnly) return [prints(without(kept, ENVIRONMENT, SECRET))];
  return [...options.rest.map((path) => reads(path)), prints(kept)];
};
