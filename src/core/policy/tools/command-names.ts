import { HARMFUL_PROGRAMS } from "../../knowledge/harmful-programs.ts";
import { GLOB_HOLES, isKnown, type Text, without } from "../values/abstract-text.ts";
import { couldBe, hasGlob } from "../values/globs.ts";

/** The programs a command word may name; `certain` is false where its name has a hole. */
export function resolveNames(word: Text): { readonly names: readonly string[]; readonly certain: boolean } {
  const base = word.slice(word.lastIndexOf("/") + 1);
  if (isKnown(base)) return base === "" ? { names: [], certain: true } : { names: [base], certain: true };
  if (!hasGlob(base)) return { names: [], certain: false };
  const names = HARMFUL_PROGRAMS.filter((name) => couldBe(base, name));
  return { names, certain: false };
}

/** Files of this place that a pattern names. Behind an image they are arguments of its own program, or programs in a container. */
export const isFilePattern = (word: Text): boolean => hasGlob(word) && isKnown(without(word, ...GLOB_HOLES));
