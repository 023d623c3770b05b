import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import type { Text } from "../values/abstract-text.ts";
import { acts, type Call, type Effect, prints, runs } from "./effect.ts";
import { isInfo, printedFiles } from "./file-readers.ts";
import { type Meaning, meant } from "./meanings.ts";
import { optionValues } from "./option-values.ts";
import { type Options, readOptions } from "./options.ts";
import type { OptionMeanings, Row, Tool } from "./tool-shape.ts";
import { guessed, namedSecrets, sentSecrets } from "./unknown-tool.ts";
import { isListed, wordsOf } from "./word-list.ts";

/** One call, read as its tool says. */
type Reading = {
  readonly tool: Tool;
  readonly call: Call;
  /** The arguments among which the tool looks for its options. */
  readonly own: readonly Text[];
  /** Present where the tool says how its options are written. */
  readonly options: Options | undefined;
  readonly words: readonly Text[];
};

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** The effects of a call: what the rows say, and guesses where no row reaches. */
export function toolEffects(tool: Tool, call: Call): readonly Effect[] {
  const { name, args } = call;
  const hooked = tool.by?.(call) ?? [];
  const guesses = guessed(tool.knows, name, args);
  const reading = read(tool, call);
  const printed = printEffects(tool.prints, behindFirst(reading), call);
  if (completes(args)) return [prints("")];
  if (isInfo(args)) return [...hooked, ...printed, ...guesses];
  const effects = [
    // A guessed write comes first: what a row knows of that file's contents is written over it.
    ...guesses.filter(isWriting),
    ...hooked,
    ...printed,
    ...decided(reading),
    ...(tool.also ?? []).filter((row) => fits(row, reading)).flatMap((row) => rowEffects(row, reading)),
    ...worked(reading),
    ...(tool.wraps === undefined ? [] : wrapped(reading.words.slice(tool.wraps))),
    ...guesses.filter((effect) => !isWriting(effect)),
    ...valueEffects(tool.options, reading),
    ...(tool.first === undefined ? [] : reading.words.slice(0, 1).flatMap(meantBy(tool.first))),
    ...operandEffects(tool.operands, reading),
  ];
  if (tool.knows === "everything") return effects;
  return [...effects, ...sentSecrets(effects, args), ...namedSecrets(args, [...told(reading), ...ranBy(effects)])];
}

const COMPLETED = new RegExp(`^(?:${SHELL_NAME}|-s|--shell)$`);

/** `helm completion bash`: what a known tool prints there only tells a shell the tool's own words. */
const completes = ([verb = "", ...args]: readonly Text[]): boolean =>
  /^completions?$/.test(verb) && args.length < 3 && args.every((arg) => COMPLETED.test(arg));

const isWriting = ({ kind }: Effect): boolean => kind === "writes";

/** The words of a call whose meaning the table of its tool tells. */
function told(reading: Reading): readonly Text[] {
  const { tool, words } = reading;
  const row = tool.does?.find((one) => fits(one, reading));
  const operands = tool.operands ?? row?.operands ?? commandOf(reading);
  return [
    ...(tool.first === undefined ? [] : words.slice(0, 1)),
    ...(operands === undefined ? [] : behindFirst(reading)),
    ...[tool.options, row?.options]
      .flatMap(entriesOf)
      .flatMap(([, list]) => wordsOf(list).flatMap((option) => valuesOf(option, reading))),
  ];
}

/** The words of the commands that a tool runs: they are judged there. */
const ranBy = (effects: readonly Effect[]): readonly Text[] =>
  effects.flatMap((effect) => (effect.kind === "runs" ? effect.argv : []));

const meantBy =
  (meaning: Meaning) =>
  (value: Text): readonly Effect[] =>
    meant(meaning, value);

const behindFirst = ({ tool, words }: Reading): readonly Text[] => (tool.first === undefined ? words : words.slice(1));

/** What the tool prints: a fixed text, or one made of these files or of its standard input. */
function printEffects(printing: Tool["prints"], paths: readonly Text[], call: Call): readonly Effect[] {
  if (printing === undefined) return [];
  if (typeof printing === "string") return [prints(printing)];
  return [prints(printing(paths.length === 0 ? call.stdin : printedFiles(paths, call), call))];
}

/** The effects of the first row that fits, or else of the tool behind the first word. */
function decided(reading: Reading): readonly Effect[] {
  const { tool, call, words } = reading;
  const row = tool.does?.find((one) => fits(one, reading));
  if (row !== undefined) return rowEffects(row, reading);
  const [name = "", ...args] = words;
  const command = commandOf(reading);
  return command === undefined ? [] : toolEffects(command, { ...call, name, args });
}

/** The tool behind the first word. */
const commandOf = ({ tool, words: [name = ""] }: Reading): Tool | undefined =>
  tool.commands?.find(({ names }) => names.includes(name));

function worked(reading: Reading): readonly Effect[] {
  const { works } = reading.tool;
  if (works === undefined) return [];
  const [directory] = works === true ? [] : wordsOf(works).flatMap((option) => valuesOf(option, reading));
  return [directory === undefined ? { kind: "works" } : { kind: "works", directory }];
}

function read(tool: Tool, call: Call): Reading {
  const options =
    tool.takes === undefined
      ? undefined
      : readOptions(call.args, tool.takes, tool.stopsAtWord === true ? "first" : "anywhere");
  const words = options?.rest ?? call.args.filter((arg) => !arg.startsWith("-"));
  const { ignores } = tool;
  const own = tool.stopsAtWord === true ? call.args.slice(0, call.args.length - words.length) : call.args;
  return {
    tool,
    call,
    own,
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
  if (!pathOf(row).every((list, at) => isWord(reading.words[at], list))) return false;
  return (
    many(row.with).every((list) => hasOne(list, reading)) &&
    (row.without === undefined || !hasOne(row.without, reading)) &&
    (row.says === undefined || says(row.says, row, reading)) &&
    (row.saysNo === undefined || !says(row.saysNo, row, reading))
  );
}

const isWord = (word: Text | undefined, list: string): boolean =>
  word === undefined ? list === "" : isListed(word, list);

/** Whether one of the first words is in the list. */
const says = (list: string, { within = 4 }: Row, { words }: Reading): boolean =>
  words.slice(0, within).some((word) => isListed(word.toLowerCase(), list));

/** Whether some argument is in the list; a switch is found as the tool writes its options. */
function hasOne(list: string, { own, options }: Reading): boolean {
  if (options === undefined) return own.some((arg) => isListed(arg, list));
  return wordsOf(list).some((word) => (SWITCH.test(word) ? options.has(word) : own.some((arg) => isListed(arg, word))));
}

/** A switch of a tool that says how its options are written: `-f` is also found in `-df`, and never in a value. */
const SWITCH = /^(?:-\w|--\w[\w-]*)$/;

function rowEffects(row: Row, reading: Reading): readonly Effect[] {
  const { call, words } = reading;
  const depth = pathOf(row).length;
  return [
    ...(row.by?.(call) ?? []),
    ...valueEffects(row.options, reading),
    ...operandEffects(row.operands, reading, row),
    ...(row.runs === undefined ? [] : wrapped(behindWord(call.args, words[depth - 1]).slice(row.runs))),
    ...many(row.is).map((rule) => acts(rule, row.because)),
    ...printEffects(row.prints, words.slice(depth), call),
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

const valueEffects = (options: OptionMeanings | undefined, reading: Reading): readonly Effect[] =>
  entriesOf(options).flatMap(([meaning, list]) =>
    wordsOf(list).flatMap((option) => valuesOf(option, reading).flatMap(meantBy(meaning))),
  );

/** The values of an option, also where it is abbreviated or stands behind others as the tool allows. */
const valuesOf = (option: string, { own, call, options }: Reading): readonly Text[] => {
  const written = optionValues(option, own, call.stdin);
  const read = options?.values(option).filter((value) => value !== "" && !written.includes(value)) ?? [];
  return read.length === 0 ? written : [...written, ...new Set(read)];
};

const operandEffects = (meanings: Tool["operands"], reading: Reading, row?: Row): readonly Effect[] =>
  many(meanings).flatMap((meaning) => operandsOf(reading, meaning, row).flatMap(meantBy(meaning)));

/**
 * The words that are no option. Where a tool has no `takes`, a word behind an option listed in `options` is its value, and
 * one behind an unlisted long option may be: it counts only where too many operands do no harm.
 */
function operandsOf({ tool, call: { args }, options, words }: Reading, meaning: Meaning, row?: Row): readonly Text[] {
  const depth = row === undefined ? Number(tool.first !== undefined) : pathOf(row).length;
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

/** Whether a row lists this option as a switch: then it takes no value. */
const isSwitch = (option: Text, row: Row | undefined): boolean =>
  many(row?.with).some((list) => isListed(option, list));

/** `Object.entries` with typed keys: the table is a literal of this room. */
const entriesOf = (options: OptionMeanings | undefined): readonly (readonly [Meaning, string])[] =>
  Object.entries(options ?? {}) as [Meaning, string][];
