import type { Call } from "../../src/core/policy/tools/effect.ts";
import { Scope } from "../../src/core/policy/values/scope.ts";
import { PLACE } from "../attacks/shared-corpus.ts";

/** A call as the hook of a tool is given it: words between spaces, or words that hold spaces themselves. */
export function callOf(words: string | readonly string[], stdin = ""): Call {
  const [name = "", ...args] = typeof words === "string" ? words.split(" ") : words;
  return { name, args, stdin, scope: new Scope(PLACE), environment: new Map() };
}
