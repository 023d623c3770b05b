import type { SavedShell } from "../saved-shell.ts";
import { asText } from "./answer.ts";
import { unquoted, type Variable, variableIn } from "./declaration.ts";
import type { BashState } from "./state.ts";

/** What a session holds, as data. Bytes that are no UTF-8 are shown as U+FFFD. */
export type SessionState = {
  /** Whole definitions, by name. */
  readonly functions: ReadonlyMap<string, string>;
  /** What each alias stands for. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Whether every variable that bash has is among them. */
  readonly isWhole: boolean;
  /** `set -o` and `shopt` options that are on. */
  readonly options: readonly string[];
  readonly shopts: readonly string[];
  /** `$!`; empty before the first job. It may have been a job of a bash that is gone. */
  readonly lastJob: string;
  /** `$1`, `$2` … */
  readonly arguments: readonly string[];
  /** `$_` */
  readonly last: string;
  /** The commands of traps but EXIT, which ends with its call. */
  readonly traps: readonly string[];
};

type Definitions = Pick<SessionState, "functions" | "aliases" | "variables">;

/** What was read of a state. Who keeps something by one of these maps finds it again while nothing was saved anew. */
const definitions = new WeakMap<BashState, Definitions>();

export function sessionStateOf({ state, after }: SavedShell): SessionState {
  return {
    ...(state === undefined ? NOTHING : definitionsIn(state)),
    isWhole: state?.hidden.length === 0,
    options: after.options.filter((option) => option !== ""),
    shopts: (state?.shopts ?? []).filter((option) => option !== ""),
    lastJob: state?.lastJob ?? "",
    arguments: wordsIn(state?.arguments ?? "").map((word) => asText(unquoted(word))),
    last: asText(after.last),
    traps: trapsOf(state, after),
  };
}

/** The DEBUG trap is told with each answer: bash has none while it saves. */
function trapsOf(state: BashState | undefined, { debugTrap }: SavedShell["after"]): readonly string[] {
  const set = [...(state?.traps ?? [])].filter(([signal]) => signal !== "EXIT").map(([, commands]) => commands);
  const all = debugTrap === undefined ? set : [...set, debugTrap];
  return all.map((commands) => asText(unquoted(commands)));
}

const NOTHING: Definitions = { functions: new Map(), aliases: new Map(), variables: new Map() };

function definitionsIn(state: BashState): Definitions {
  const known = definitions.get(state);
  if (known !== undefined) return known;
  const texts = <T>(map: ReadonlyMap<string, string>, read: (text: string) => T): ReadonlyMap<string, T> =>
    new Map([...map].map(([name, text]) => [asText(name), read(text)]));
  const read = {
    functions: texts(state.functions, asText),
    aliases: texts(state.aliases, (line) => asText(unquoted(line.slice(line.indexOf("=") + 1)))),
    variables: texts(state.variables, (line) => decoded(variableIn(line))),
  };
  definitions.set(state, read);
  return read;
}

/** The words of a list that bash has quoted. */
const wordsIn = (list: string): readonly string[] =>
  [...list.matchAll(/(?:\$'(?:[^'\\]|\\[^])*'|'[^']*'|\\[^]|[^\s'\\])+/g)].map(([word]) => word);

function decoded({ attributes, value }: Variable): Variable {
  if (value === undefined) return { attributes, value };
  if (typeof value === "string") return { attributes, value: asText(value) };
  return { attributes, value: new Map([...value].map(([key, one]) => [asText(key), asText(one)])) };
}
