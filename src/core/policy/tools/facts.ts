import { isBorrowed } from "../places.ts";
import { isRuleId, type RuleId } from "../rules/all-rules.ts";
import { ANY, FILE, type Text } from "../values/abstract-text.ts";
import { acts, type Call, type Effect, executes, type Language, reads, shell, writes } from "./effect.ts";
import { FACTS } from "./fact-table.ts";
import { isInfo } from "./file-readers.ts";
import { givenScripts } from "./loaded-code.ts";

/** What the value of an option, or an operand, means to a tool. */
const MEANINGS = {
  /** Shell text that the tool is there to run. */
  shell: (value: Text): readonly Effect[] => [shell(value)],
  /** A program that an ordinary tool is made to run besides its work. */
  helper: (value: Text): readonly Effect[] => [shell(value), acts("run-helper", value)],
  /** A file whose code is run or loaded. */
  loads: (value: Text): readonly Effect[] => [executes(value.replace(/^[\w.-]+=(?=[./~])/, ""))],
  /** Only what lies in a place where anybody may write. */
  borrowed: (value: Text): readonly Effect[] => (isBorrowed(value) ? [executes(value)] : []),
  /** Only what is a script in a place where anybody may write. */
  scripts: (value: Text): readonly Effect[] => givenScripts("", [value]),
  writes: (value: Text): readonly Effect[] => [writes(value)],
  reads: (value: Text): readonly Effect[] => [reads(value)],
  deletes: (path: Text): readonly Effect[] => [{ kind: "deletes", path, recursive: true }],
  /** A file whose contents go to somebody else. */
  sends: (value: Text): readonly Effect[] => [reads(value), { kind: "sends", to: ANY, data: FILE }],
  fetches: (from: Text): readonly Effect[] => [{ kind: "fetches", from }],
} as const;

type Meaning = keyof typeof MEANINGS;
type Fact = { readonly meaning: Meaning | Language; readonly options: readonly string[] };
/** A word that makes the call a matter of that rule; no word means every call. */
type Act = { readonly rule: RuleId; readonly words: readonly string[] };
type Facts = {
  readonly facts: readonly Fact[];
  readonly operands: readonly Meaning[];
  readonly acts: readonly Act[];
  /** Options that make the tool change its operands in place. */
  readonly edits: readonly string[];
};

const isMeaning = (word: string): word is Meaning => Object.hasOwn(MEANINGS, word);
const LANGUAGES: readonly Language[] = ["python", "javascript", "perl", "ruby", "php", "lua", "awk", "other"];

/** `loads:-f,--file operands:reads acts:publish=push|send`, read once. */
function factsOf(line: string): Facts {
  const facts: Fact[] = [];
  const operands: Meaning[] = [];
  const rules: Act[] = [];
  const edits: string[] = [];
  for (const word of line.split(/\s+/)) {
    const head = word.slice(0, word.indexOf(":"));
    const list = word.slice(head.length + 1);
    const language = LANGUAGES.find((name) => name === head);
    if (head === "acts") rules.push(...actOf(list));
    else if (head === "edits") edits.push(...list.split(","));
    else if (head === "operands") operands.push(...list.split(",").filter(isMeaning));
    else if (isMeaning(head)) facts.push({ meaning: head, options: list.split(",") });
    else if (language !== undefined) facts.push({ meaning: language, options: list.split(",") });
  }
  return { facts, operands, acts: rules, edits };
}

function actOf(text: string): readonly Act[] {
  const [rule = "", words = ""] = text.split("=");
  return isRuleId(rule) ? [{ rule, words: words === "" ? [] : words.split("|") }] : [];
}

/** A tool may have several lines. */
const TABLE: ReadonlyMap<string, Facts> = (() => {
  const table = new Map<string, Facts>();
  for (const line of FACTS.trim().split("\n")) {
    const at = line.indexOf(" ");
    const more = factsOf(line.slice(at).trim());
    for (const name of line.slice(0, at).split(",")) {
      const { facts = [], operands = [], acts: rules = [], edits = [] } = table.get(name) ?? {};
      table.set(name, {
        facts: [...facts, ...more.facts],
        operands: [...operands, ...more.operands],
        acts: [...rules, ...more.acts],
        edits: [...edits, ...more.edits],
      });
    }
  }
  return table;
})();

/**
 * The values of an option wherever they stand: `--x v`, `--x=v`, `-xv`. A name that ends in `=` or `:` is a prefix of
 * the word itself (`-javaagent:v`, `key=v`); `-C~linker=` is a prefix of the word behind `-C`.
 */
function valuesOf(args: readonly Text[], option: string): readonly Text[] {
  const [name = "", inner] = option.split("~");
  return args.flatMap((arg, index) => {
    const value = valueAt(arg, args[index + 1], name);
    if (value === undefined || inner === undefined) return value ?? [];
    return value.startsWith(inner) ? [value.slice(inner.length)] : [];
  });
}

/** What comes in: all of it, or the rest of each line that begins so. */
function linesOf(stdin: Text, option: string): readonly Text[] {
  const [, prefix] = option.split("~");
  if (prefix === undefined) return [stdin];
  return stdin.split("\n").flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []));
}

function valueAt(arg: Text, next: Text | undefined, name: string): Text | undefined {
  if (arg === name) return next;
  if (!arg.startsWith(name)) return undefined;
  if (/[=:|]$/.test(name)) return arg.slice(name.length);
  if (arg.charAt(name.length) === "=") return arg.slice(name.length + 1);
  return /^-\w$/.test(name) ? arg.slice(2) : undefined;
}

/** What the table of facts says of this call, on top of what the tool's own family may know. */
export function factEffects({ name, args, stdin }: Call): readonly Effect[] {
  const known = TABLE.get(name);
  if (known === undefined || isInfo(args)) return [];
  const effects: Effect[] = known.acts
    .filter(({ words }) => words.length === 0 || args.some((arg) => words.includes(arg)))
    .map(({ rule }) => acts(rule));
  for (const { meaning, options } of known.facts)
    for (const value of options
      .flatMap((option) => (option.startsWith("stdin") ? linesOf(stdin, option) : valuesOf(args, option)))
      .filter((text) => text !== ""))
      effects.push(
        ...(isMeaning(meaning)
          ? MEANINGS[meaning](value)
          : [{ kind: "code", text: value, language: meaning } as const]),
      );
  const meanings = args.some((arg) => known.edits.includes(arg))
    ? (["writes", ...known.operands] as const)
    : known.operands;
  for (const meaning of meanings)
    for (const operand of operandsOf(args, known, meaning)) effects.push(...MEANINGS[meaning](operand));
  return effects;
}

/** What is left beside options and their values. A long option that is not listed may take a value as well. */
const operandsOf = (args: readonly Text[], { facts, edits, operands }: Facts, meaning: Meaning): readonly Text[] =>
  args.filter((arg, index) => {
    const before = args[index - 1] ?? "";
    if (arg.startsWith("-") || facts.some(({ options }) => options.includes(before))) return false;
    const careful = meaning === "loads" || meaning === "borrowed" || !operands.includes(meaning);
    return !careful || edits.includes(before) || !/^--\w[\w-]*$/.test(before);
  });
