import { ENVIRONMENT, HISTORY, isKnown, LOCAL, NUMBER, TAIL, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Program, prints } from "../effect.ts";
import { isEndless, printedFiles } from "../file-readers.ts";
import { type Options, readOptions } from "../options.ts";
import { changed } from "./printings.ts";

const PATTERN_OPTIONS =
  "-e: --regexp: -f: --file: -m: --max-count: -A: -B: -C: --after-context: --before-context: --context: --color:";
const GREP_OPTIONS = `${PATTERN_OPTIONS} -d: --directories: -D: --devices: --include: --exclude: --exclude-dir: --exclude-from: --label: --recursive --dereference-recursive`;
export const SEARCH_OPTIONS: string = `${PATTERN_OPTIONS} -g: --glob: --iglob: -t: --type: -T: --type-not: -j: --threads: -M: --max-columns: --max-depth: -d: -r: --replace: --sort: --sortr: --pre: --pre-glob: --hostname-bin: --hyperlink-format: --colors: -E: --encoding: --ignore-file: --path-separator: --context-separator: --search-zip`;

const SECRET_PATTERN =
  /token|secret|pass|(?:^|[^a-z])keys?(?:$|[^a-z])|api_?key|credential|private|auth|AKIA|BEGIN (?:RSA|OPENSSH|EC)/i;

/** Whether a pattern, or the name of a variable, is one of a secret. */
export const asksForSecret = (pattern: Text): boolean => SECRET_PATTERN.test(pattern);

/** Whether a pattern says what it looks for, and that is no secret. */
const isHarmless = (pattern: Text): boolean =>
  isKnown(pattern) && !asksForSecret(pattern) && pattern.replace(/[^A-Za-z0-9_]/g, "").length >= 2;

/** A pattern that looks for no secret keeps only harmless lines of the environment. */
function matched(input: Text, patterns: readonly Text[], options: Options): Text {
  if (options.has("-l", "-L", "--files-with-matches")) return TAIL;
  if (isQuiet(options)) return NUMBER;
  // What is left of a list of paths is a list of paths.
  if (input.includes(TAIL) && !isKnown(input) && !options.has("-o", "--only-matching", "-n", "-H")) return input;
  const kept = changed(input);
  return patterns.every(isHarmless) && !options.has("-v", "--invert-match")
    ? kept.replaceAll(ENVIRONMENT, LOCAL)
    : kept;
}

const isQuiet = (options: Options): boolean =>
  options.has("-q", "--quiet", "-c", "--count", "-l", "--files-with-matches", "-L");

function searched(call: Call, options: Options, recursive: boolean): readonly Effect[] {
  const files = options.values("-f", "--file");
  const explicit = options.values("-e", "--regexp");
  const given = explicit.length > 0 || options.has("-f", "--file");
  const patterns = given ? explicit : options.rest.slice(0, 1);
  const paths = given ? options.rest : options.rest.slice(1);
  const read = [...files, ...(options.has("--files", "--type-list") ? [] : paths)];
  const input = paths.length === 0 ? call.stdin : printedFiles(paths, call);
  return [
    ...read.map((path) => ({ kind: "reads", path, recursive, unseen: isQuiet(options) }) as const),
    ...(paths.some((path) => isEndless(path, call)) ? [acts("exhaust")] : []),
    ...(call.stdin.includes(HISTORY) && patterns.some(asksForSecret) ? [acts("read-secret", "the history")] : []),
    prints(matched(input, patterns, options)),
  ];
}

export const grep: Program = (call) => {
  const options = readOptions(call.args, GREP_OPTIONS);
  return searched(call, options, options.has("-r", "-R", "--recursive", "--dereference-recursive"));
};

/** Searches that are recursive by default. */
export const treeGrep: Program = (call) => searched(call, readOptions(call.args, SEARCH_OPTIONS), true);
