import { FILE } from "../../values/abstract-text.ts";
import type { Program } from "../effect.ts";
import { contentBehind } from "../file-readers.ts";

const SOURCE = /\.(?:rs|go|c|cc|cpp|cxx|m|java|kt|scala|swift|zig|nim|cr|d|hs|ml|pas|f90)$/;

/** Source code that the script itself wrote: what is compiled is there to be run. */
export const compiles: Program = (call) =>
  call.args
    .filter((arg) => SOURCE.test(arg) && !arg.startsWith("-"))
    .map((path) => contentBehind(path, call))
    .filter((text) => text !== FILE)
    .map((text) => ({ kind: "code", text, language: "other" }) as const);
