import type { Text } from "../values/abstract-text.ts";
import { acts, type Call, type Effect, prints, runs } from "./effect.ts";
import { isInfo } from "./file-readers.ts";
import { type Meaning, meant } from "./meanings.ts";
import { optionValues } from "./option-values.ts";
import { type Options, readOptions } from "./options.ts";
import type { OptionMeanings, Row, Tool } from "./tool.ts";
import { guessed } from "./unknown-tool.ts";
import { isListed, wordsOf } from "./word-list.ts";

/** One call, read as its tool says. */
type Reading = {
  readonly tool: Tool;
  readonly call: Call;
  /** Present where the tool says how its options are written. */
  readonly options: Options | undefined;
  readonly words: readonly Text[];
};

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** What a call of a tool does: what its rows tell, and what is guessed where they do not reach. */
export function toolEffects(tool: Tool, call: Call): readonly Effect[] {
  const { name, args } = call;
  const hooked = tool.by?.(call) ?? [];
  const guesses = guessed(tool.knows, name, args);
  if (isInfo(args)) return [...hooked, ...guesses];
  const reading = read(tool, call);
  return [
    ...hooked,
    ...fittingRows(reading).flatMap((row) => rowEffects(row, reading)),
    ...(tool.wraps === undefined ? [] : wrapped(reading.words.slice(tool.wraps))),
    ...guesses,
    ...valueEffects(tool.options, call),
    ...operandEffects(tool.operands, reading),
  ];
}

const fittingRows = (reading: Reading): readonly Row[] => {
  const { does = [], also = [] } = reading.tool;
  const deciding = does.find((row) => fits(row, reading));
  const adding = also.filter((row) => fits(row, reading));
  return deciding === undefined ? adding : [deciding, ...adding];
};

function read(tool: Tool, call: Call): Reading {
  const options =
    tool.takes === undefined
      ? undefined
      : readOptions(call.args, tool.takes, tool.stopsAtWord === true ? "first" : "anywhere");
  const words = options?.rest ?? call.args.filter((arg) => !arg.startsWith("-"));
  const { ignores } = tool;
  return {
    tool,
    call,
    options,
    words: ignores === undefined ? words : words.filter((word) => !isListed(word, ignores)),
  };
}

/** None, one or several, as a list. */
function many<T extends string>(values: T | readonly T[] | undefined): readonly T[] {
  if (values === undefined) return [];
  return typeof values === "string" ? [values] : values;
}

const pathOf = ({ on }: Row): readonly string[] => many(on);

function fits(row: Row, reading: Reading): boolean {
  if (row.bare === true && reading.call.args.length > 0) return false;
  if (!pathOf(row).every((list, at) => isListed(reading.words[at] ?? "", list))) return false;
  return (
    many(row.with).every((list) => hasOne(list, reading)) &&
    (row.without === undefined || !hasOne(row.without, reading))
  );
}

/** Whether some argument is in the list; a switch is found as the tool writes its options. */
function hasOne(list: string, { call, options }: Reading): boolean {
  if (call.args.some((arg) => isListed(arg, list))) return true;
  return options !== undefined && wordsOf(list).some((word) => word.startsWith("-") && options.has(word));
}

function rowEffects(row: Row, reading: Reading): readonly Effect[] {
  const { call, words } = reading;
  const depth = pathOf(row).length;
  return [
    ...(row.by?.(call) ?? []),
    ...valueEffects(row.options, call),
    ...operandEffects(row.operands, reading, row),
    ...(row.runs === undefined ? [] : wrapped(behindWord(call.args, words[depth - 1]).slice(row.runs))),
    ...many(row.is).map((rule) => acts(rule, row.because)),
    ...(row.prints === undefined ? [] : [prints(row.prints)]),
  ];
}

/** What stands behind a word, without the `--` that may come first. */
function behindWord(args: readonly Text[], word: Text | undefined): readonly Text[] {
  const behind = word === undefined ? args : args.slice(args.indexOf(word) + 1);
  return behind[0] === "--" ? behind.slice(1) : behind;
}

/** The command among these words, behind assignments to its environment. */
function wrapped(words: readonly Text[]): readonly Effect[] {
  const first = words.findIndex((word) => !ASSIGNMENT.test(word));
  return first === -1 ? [] : [runs(words.slice(first))];
}

const valueEffects = (options: OptionMeanings | undefined, { args, stdin }: Call): readonly Effect[] =>
  entriesOf(options).flatMap(([meaning, list]) =>
    wordsOf(list).flatMap((option) => optionValues(option, args, stdin).flatMap((value) => meant(meaning, value))),
  );

const operandEffects = (meanings: Tool["operands"], reading: Reading, row?: Row): readonly Effect[] =>
  many(meanings).flatMap((meaning) => operandsOf(reading, meaning, row).flatMap((operand) => meant(meaning, operand)));

/**
 * The words that are no option. Where a tool does not say how its options are written, a word behind an option that the
 * tables list is its value, and one behind an unlisted long option may be: it counts only where too much costs nothing.
 */
function operandsOf({ tool, call: { args }, options, words }: Reading, meaning: Meaning, row?: Row): readonly Text[] {
  const depth = row === undefined ? 0 : pathOf(row).length;
  if (options !== undefined) return words.slice(depth);
  const listed = new Set([tool.options, row?.options].flatMap(entriesOf).flatMap(([, list]) => wordsOf(list)));
  const careful = row !== undefined || meaning === "loads" || meaning === "borrowed";
  const mayTakeValue = (option: Text): boolean => careful && /^--\w[\w-]*$/.test(option) && !isSwitch(option, row);
  return args
    .filter((arg, at) => {
      const before = args[at - 1] ?? "";
      return !arg.startsWith("-") && !listed.has(before) && !mayTakeValue(before);
    })
    .slice(depth);
}

/** Whether a row is about this option: then it stands by itself. */
const isSwitch = (option: Text, row: Row | undefined): boolean =>
  many(row?.with).some((list) => isListed(option, list));

/** `Object.entries` that knows its keys: the table is a literal of ours. */
const entriesOf = (options: OptionMeanings | undefined): readonly (readonly [Meaning, string])[] =>
  Object.entries(options ?? {}) as [Meaning, string][];
