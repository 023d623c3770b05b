import type { RuleId } from "../rules/all-rules.ts";
import type { Text } from "../values/abstract-text.ts";
import type { Call, Program } from "./effect.ts";
import type { Meaning } from "./meanings.ts";

/**
 * A tool as data: everything the policy knows of a program, in one place, with the lines that prove it.
 *
 * Lists are words between spaces. In a list `*` stands for any text: `delete*`, `--dry-run*`. How an option is written in
 * `options` is said in `option-values.ts`.
 */
export type Tool = {
  /** The names of the tool, the one its examples use first. */
  readonly names: readonly string[];
  readonly knows: Knowledge;
  /**
   * How this tool's options are written, `"-n: --namespace: --force"`: a colon marks one that takes a value. With it,
   * `-f` is found in `-df`, `--for` is `--force`, the value of an option is no word, and nothing behind `--` is an option.
   * Without it every argument stands for itself.
   */
  readonly takes?: string;
  /**
   * Options end at the first word, because the rest belongs to another command: rows and meanings find no option behind
   * it.
   */
  readonly stopsAtWord?: true;
  /** Words without a meaning: rows are compared as if they were not there. */
  readonly ignores?: string;
  /** The first row that fits decides. */
  readonly does?: readonly Row[];
  /** Every row that fits adds what it says. */
  readonly also?: readonly Row[];
  /** Tools behind the first word, `reset` of git. They decide where no row of `does` fits; most such tools need `stopsAtWord`. */
  readonly commands?: readonly Tool[];
  /** What the values of options mean, wherever they stand. */
  readonly options?: OptionMeanings;
  /** What the first word that is no option means; `operands` are then those behind it. */
  readonly first?: Meaning;
  /** What the words that are no option mean. */
  readonly operands?: Meaning | readonly Meaning[];
  /** What the tool prints, also where it is asked for help or its version. */
  readonly prints?: Text | Printing;
  /** The command that the tool runs stands behind this many words. */
  readonly wraps?: number;
  /** The tool works on the directory where it is called, or on the one that these options name. */
  readonly works?: true | string;
  /** A hook for what no row can say. */
  readonly by?: Program;
  readonly examples: Examples;
};

/** How far the rows of a tool reach. For the rest there are guesses from the arguments (`unknown-tool.ts`). */
export type Knowledge =
  /** Only the options listed: for the rest the tool counts as unknown. */
  | "options"
  /** Words and switches: a value may still name a secret or carry a command. */
  | "verbs"
  /** All but options that mean the same in every tool, such as `--output` and `--plugin`. */
  | "usual"
  /** Every option: no guess is made. */
  | "everything";

/** Conditions, which must all hold, and what follows from them. A row without consequences says: this is fine. */
export type Row = {
  /** The first word is one of these; as a list: the second one of those, and so on. `*` asks for any word. */
  readonly on?: string | readonly string[];
  /** Some argument is one of these; as a list: also one of those. */
  readonly with?: string | readonly string[];
  /** No argument is one of these. */
  readonly without?: string;
  /** One of the first words, in whatever case, is one of these: verbs of tools that name the thing first or last. */
  readonly says?: string;
  /** None of the first words is one of these. */
  readonly saysNo?: string;
  /** How many first words `says` and `saysNo` look at: four, unless told. */
  readonly within?: number;
  /** There is no argument at all. */
  readonly bare?: true;

  /** The call triggers these rules. */
  readonly is?: RuleId | readonly RuleId[];
  /** A detail for the reason of the finding. */
  readonly because?: string;
  readonly options?: OptionMeanings;
  /** What the words behind `on` mean. */
  readonly operands?: Meaning | readonly Meaning[];
  /** The command behind `on` and this many more words is run. */
  readonly runs?: number;
  readonly prints?: Text | Printing;
  readonly by?: Program;
};

/** What a tool prints, made of the files it is given, or of its standard input where there are none. */
export type Printing = (input: Text, call: Call) => Text;

/** Options by what their value means: `{ writes: "-o --output", loads: "-c --config" }`. */
export type OptionMeanings = { readonly [name in Meaning]?: string };

/** Lines that prove the rows: under a rule those that it must find, under `fine` those that are allowed. */
type Examples = { readonly [rule in RuleId | "fine"]?: readonly string[] };

/** A tool under its names, `tool("terraform tofu", { … })`; the family says what it leaves out. */
export type Entry = Omit<Tool, "names" | "knows"> & { readonly knows?: Knowledge };
export const tool = (names: string, entry: Entry): Entry & { readonly names: readonly string[] } => ({
  ...entry,
  names: names.split(" "),
});

/** Tools with the same `knows`, unless a tool says otherwise. */
export const family = (knows: Knowledge, tools: readonly ReturnType<typeof tool>[]): readonly Tool[] =>
  tools.map((one) => ({ knows, ...one }));
