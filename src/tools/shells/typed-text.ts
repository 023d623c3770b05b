import { shown } from "../../core/base/show-value.ts";
import type { Words } from "../words.ts";

/** What a caller wants to be typed: the text first, then the keys, then the end. */
export type Typing = {
  readonly text?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly eof?: boolean | undefined;
};

/** What a pipe gets. */
export type PipeInput = { readonly text: string; readonly isEnd: boolean };

/** Keys that mean something where there is no terminal, and those that end the input. */
const PIPE_KEYS: Readonly<Record<string, string>> = { enter: "\n", return: "\n", tab: "\t", space: " " };
const END_KEYS: ReadonlySet<string> = new Set(["c-d", "ctrl-d", "ctrl+d", "^d"]);

/** What a pipe gets of what is typed; a sentence where it can get none of it. */
export function pipeInputOf(
  { text = "", keys = [], eof = false }: Typing,
  words: Pick<Words, "keysNeedTerminal">,
): PipeInput | { readonly problem: string } {
  const names = keys.map((key) => key.toLowerCase());
  const isEnd = END_KEYS.has(names.at(-1) ?? "");
  const plain = isEnd ? names.slice(0, -1) : names;
  const other = plain.findIndex((name) => !Object.hasOwn(PIPE_KEYS, name));
  if (other >= 0) return { problem: words.keysNeedTerminal(keys[other] ?? "") };
  return { text: text + plain.map((name) => PIPE_KEYS[name]).join(""), isEnd: eof || isEnd };
}

/** What no shell can get as it is: the text that is judged must be the text that is read. */
export function typingProblem({ text = "" }: Typing): string | undefined {
  const nul = text.indexOf("\0");
  if (nul >= 0) return `text holds a NUL character at ${nul} (${shown(text)}); nothing was written`;
  return text.isWellFormed()
    ? undefined
    : `text holds half of a surrogate pair (${shown(text)}); it must be well-formed Unicode, nothing was written`;
}
