import type { SavedShell } from "../saved-shell.ts";
import { asText } from "./answer.ts";
import { unquoted, type Variable, variableIn } from "./declaration.ts";

/** What a session holds, as data. Bytes that are no UTF-8 are shown as U+FFFD. */
export type SessionState = {
  /** Whole definitions, by name. */
  readonly functions: ReadonlyMap<string, string>;
  /** What each alias stands for. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, Variable>;
  /** `set -o` and `shopt` options that are on. */
  readonly options: readonly string[];
  readonly shopts: readonly string[];
  /** `$!`; empty before the first job. It may have been a job of a bash that is gone. */
  readonly lastJob: string;
};

export function sessionStateOf({ state, after }: SavedShell): SessionState {
  const texts = <T>(map: ReadonlyMap<string, string> | undefined, read: (text: string) => T): ReadonlyMap<string, T> =>
    new Map([...(map ?? [])].map(([name, text]) => [asText(name), read(text)]));
  return {
    functions: texts(state?.functions, asText),
    aliases: texts(state?.aliases, (line) => asText(unquoted(line.slice(line.indexOf("=") + 1)))),
    variables: texts(state?.variables, (line) => decoded(variableIn(line))),
    options: after.options.filter((option) => option !== ""),
    shopts: (state?.shopts ?? []).filter((option) => option !== ""),
    lastJob: state?.lastJob ?? "",
  };
}

function decoded({ attributes, value }: Variable): Variable {
  if (value === undefined) return { attributes, value };
  if (typeof value === "string") return { attributes, value: asText(value) };
  return { attributes, value: new Map([...value].map(([key, one]) => [asText(key), asText(one)])) };
}
