import { ANY, ENDLESS, FULL, holesOf, isKnown, OUTPUT, STAR, TAIL, type Text } from "../../values/abstract-text.ts";
import { decodeEscapes } from "../../values/printing.ts";
import { acts, type Effect, type Program, prints, runs, shell } from "../effect.ts";
import { contentBehind } from "../file-readers.ts";
import { type Options, readOptions } from "../options.ts";

/** `xargs` appends the words of its input to its command, or puts each in place of a mark. */
export const xargs: Program = (call) => {
  const options = readOptions(
    call.args,
    "-a: --arg-file: -d: --delimiter: -E: -I: --replace -i -L: --max-lines: -n: --max-args: -P: --max-procs: -s: --max-chars: -l -0 --null -r --no-run-if-empty -t -p -x --process-slot-var: -S: -R: -J:",
    "first",
  );
  const [file] = options.values("-a", "--arg-file");
  const items = file === undefined ? call.stdin : contentBehind(file, call);
  const command = options.rest.length === 0 ? ["echo"] : options.rest;
  const [explicit] = options.values("-I", "-J");
  const mark =
    explicit ?? (options.has("-i", "--replace") ? (options.values("-i", "--replace")[0] ?? "{}") : undefined);
  const words = itemsIn(items, options, mark);
  const effects: Effect[] = file === undefined ? [] : [{ kind: "reads", path: file }];
  const endless = /^0$/.test(options.values("-P", "--max-procs")[0] ?? "") && items.includes(ENDLESS);
  if (endless) effects.push(acts("fork-bomb"));
  const list = words.length === 0 ? [items === "" ? OUTPUT : items] : words;
  if (mark !== undefined)
    return [
      ...effects,
      ...firstOf(list, 24).map((word) => runs(command.map((part) => part.replaceAll(mark, () => word)))),
    ];
  return [...effects, { kind: "runs", argv: [...command, ...firstOf(list, 64)], stdin: "" }];
};

function itemsIn(text: Text, options: Options, mark: Text | undefined): readonly Text[] {
  const [delimiter = /\s+/] = options.values("-d", "--delimiter").map(decodeEscapes);
  const separator = options.has("-0", "--null") ? /[\0\n]/ : delimiter;
  return text
    .split(mark === undefined || options.has("-0", "--null") ? separator : /\n/)
    .map((word) => word.replace(/^(['"])(.*)\1$/s, "$2"))
    .filter((word) => word !== "");
}

/** The items that are looked at; those behind them count as one that is not known. */
const firstOf = (items: readonly Text[], most: number): readonly Text[] =>
  items.length <= most ? items : [...items.slice(0, most), ANY];

/** An item stays one word of the command line that `parallel` gives to a shell. */
const quoted = (item: Text): Text =>
  isKnown(item) && /[^\w@%+=:,./-]/.test(item) ? `'${item.replaceAll("'", "'\\''")}'` : item;

/** `parallel cmd ::: items`. */
export const parallel: Program = ({ args, stdin }) => {
  const options = readOptions(
    args,
    "-j: --jobs: -a: --arg-file: -I: -N: -n: -L: --delay: --timeout: --joblog: --results: -C: --colsep: -d: --delimiter: -S: --sshlogin: --tmpdir: --retries: --halt: --load: --memfree:",
    "first",
  );
  const at = options.rest.findIndex((word) => /^:::[:+]*$/.test(word));
  const command = at === -1 ? options.rest : options.rest.slice(0, at);
  const listed =
    at === -1
      ? stdin.split("\n").filter((word) => word !== "")
      : options.rest.slice(at + 1).filter((word) => !word.startsWith(":::"));
  const items = listed.length === 0 ? [OUTPUT + holesOf(stdin)] : listed;
  if (stdin.includes(ENDLESS)) return [acts("fork-bomb")];
  if (command.length === 0) return items.map(shell);
  const plain = command.every((word) => /^[\w./{}=:@%+,-]+$/.test(word));
  return firstOf(items, 24).map((item) => {
    if (plain) {
      const words = command.map((word) => word.replace(/\{[./#%]*\}/g, () => item));
      return runs(words.join(" ") === command.join(" ") ? [...words, item] : words);
    }
    const text = command.join(" ");
    const word = quoted(item);
    const filled = /\{[./#%]*\}/.test(text) ? text.replace(/\{[./#%]*\}/g, () => word) : `${text} ${word}`;
    return shell(filled);
  });
};

const NARROWS =
  /^-(?:i?name|i?path|i?wholename|i?regex|mtime|mmin|atime|amin|ctime|cmin|newer\w*|size|empty|user|perm|inum|links|samefile|lname|xtype)$/;
const NAMES = /^-i?(?:name|path|wholename|regex)$/;
/** Patterns that every name fits. */
const FITS_ALL = /^(?:\*|\*\/\*|\.\*|\?\*|\.\/\*|)$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;

/** What the tests of a branch of `find` say: whether they narrow the search, and by which names, of which two are as good as many. */
type Tests = { readonly narrow: boolean; readonly names: readonly Text[] };
const NO_TESTS: Tests = { narrow: false, names: [] };

/** The tests of a branch with one word more; only those before an action, in its own branch, narrow what it gets. */
function withTest(tests: Tests, [before = "", word = "", value = ""]: readonly (Text | undefined)[]): Tests {
  if (/^(?:-o|-or|,)$/.test(word)) return NO_TESTS;
  if (!NARROWS.test(word) || /^(?:!|-not)$/.test(before)) return tests;
  return {
    narrow: tests.narrow || !/name$|path$|regex$/.test(word) || !FITS_ALL.test(value),
    names: NAMES.test(word) ? [...tests.names, value].slice(0, 2) : tests.names,
  };
}

/** The paths that an action of `find` gets behind these tests. */
function foundBy({ narrow, names }: Tests, starts: readonly Text[]): readonly Text[] {
  const name = names.length === 1 ? (names[0] ?? "").replace(/^.*\//, "").replaceAll("*", STAR) : "";
  return starts.flatMap((start) =>
    narrow ? [`${start}/${TAIL}${name === "" ? "" : `/${name}`}`] : [start, `${start}/${TAIL}`],
  );
}

/** Where the words of an action end that begin here. */
function endOfAction(words: readonly Text[], from: number): number {
  let end = from;
  while (end < words.length && words[end] !== ";" && !(words[end] === "+" && words[end - 1] === "{}")) end++;
  return end;
}

/** Where `find` starts, and what it looks for and does there. */
function partsOfFind(args: readonly Text[]): {
  readonly starts: readonly Text[];
  readonly expression: readonly Text[];
} {
  const at = args.findIndex((arg) => /^[-(!]/.test(arg) && !/^-[HLP]$|^-[DO]/.test(arg));
  const first = at === -1 ? args.length : at;
  const operands = args.slice(0, first).filter((arg) => !arg.startsWith("-"));
  // An empty start is no root: find refuses it, or searches the working directory where the word vanishes.
  const starts = operands.length === 0 ? ["."] : operands.map((start) => (start === ANY ? FULL : start));
  return { starts, expression: args.slice(first) };
}

/** The actions of `find`; `{}` is a path below each start, or the start itself where nothing narrows the search. */
export const find: Program = ({ args }) => {
  const { starts, expression } = partsOfFind(args);
  const effects: Effect[] = [];
  let tests = NO_TESTS;
  // The words of an action are no tests or actions.
  let past = 0;
  for (const [index, arg] of expression.entries()) {
    if (index < past) continue;
    const before = expression[index - 1] ?? "";
    const next = expression[index + 1] ?? "";
    // An option with a hole may become `-delete`, so it counts as one.
    const unsure = arg.startsWith("-") && !isKnown(arg) && !/^-i?(?:name|path|regex)$/.test(before);
    if (arg === "-delete" || unsure)
      for (const path of foundBy(tests, starts)) effects.push({ kind: "deletes", path, recursive: true });
    if (RUNS.test(arg)) {
      past = endOfAction(expression, index + 1);
      const command = expression.slice(index + 1, past);
      for (const path of foundBy(tests, starts))
        effects.push(runs(command.map((word) => word.replaceAll("{}", () => path))));
    }
    if (/^-(?:fprint|fprint0|fls|fprintf)$/.test(arg)) effects.push({ kind: "writes", path: next });
    if (arg === "-files0-from") effects.push({ kind: "reads", path: next });
    tests = withTest(tests, [before, arg, next]);
  }
  return [...effects, prints(foundBy(tests, starts).join("\n"))];
};

export const fd: Program = ({ args }) => {
  const at = args.findIndex((arg) => /^(?:-x|-X|--exec|--exec-batch)$/.test(arg));
  const { rest, values } = readOptions(
    at === -1 ? args : args.slice(0, at),
    "-e: --extension: -t: --type: -d: --max-depth: -E: --exclude: -c: -j: -S: --size: --changed-within: --changed-before: -o: --search-path: --base-directory:",
  );
  const starts = [...values("--search-path", "--base-directory"), ...rest.slice(1)];
  const found = (starts.length === 0 ? ["."] : starts).map((start) => `${start}/${TAIL}`);
  const glued = args.flatMap((arg) => /^--exec(?:-batch)?=(.*)$/.exec(arg)?.[1] ?? []);
  const command = at === -1 ? glued : args.slice(at + 1);
  if (command.length === 0) return [prints(found.join("\n"))];
  const filled = (path: Text): readonly Text[] =>
    command.some((word) => /\{[./]*\}/.test(word))
      ? command.map((word) => word.replace(/\{[./]*\}/g, () => path))
      : [...command, path];
  return found.map((path) => runs(filled(path)));
};
