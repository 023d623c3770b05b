import { isKnown, type Text } from "../values/abstract-text.ts";
import { couldBe, hasGlob } from "../values/globs.ts";

/** Programs worth trying when a glob could be any of several. */
const CANDIDATES: readonly string[] =
  "rm dd sh bash mkfs shred chmod chown mv cp cat curl wget python3 perl find kill tee nc ssh sudo env".split(" ");

/** The programs a command word may name; `certain` is false when that is a guess. */
export function resolveNames(word: Text): { readonly names: readonly string[]; readonly certain: boolean } {
  const base = word.slice(word.lastIndexOf("/") + 1);
  if (isKnown(base)) return base === "" ? { names: [], certain: true } : { names: [base], certain: true };
  if (!hasGlob(base)) return { names: [], certain: false };
  const names = CANDIDATES.filter((name) => couldBe(base, name));
  return { names, certain: false };
}
