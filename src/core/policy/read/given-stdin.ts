import { ANY, replaceHoles, type Text } from "../values/abstract-text.ts";
import { hasHiddenCharacter } from "./lexical.ts";

/** What a caller gives a command on its standard input: a text, or a stream of which nothing is known. */
export type GivenStdin = { readonly kind: "text"; readonly text: string } | { readonly kind: "stream" };

/**
 * What the command would read. A text may hold any character: those that the policy uses as its own, and those that hide
 * what runs, make it one that is not all known.
 */
export function textOnStdin(given: GivenStdin | undefined): Text {
  if (given === undefined) return "";
  if (given.kind === "stream") return ANY;
  const text = replaceHoles(given.text, ANY);
  return hasHiddenCharacter(given.text) ? `${text}\n${ANY}` : text;
}
