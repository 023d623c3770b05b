import { RE2JS } from "re2js";
import { messageOf } from "../../base/system-error.ts";

/** Says of a line whether it is wanted, going by its first 32 Ki characters. Linear in them, whatever the pattern. */
export interface LineFilter {
  readonly pattern: string;
  matches(line: string): boolean;
}

/** Matching takes the size of the program times the length of the line, so both are bounded. */
const LONGEST_PATTERN = 1000;
const LARGEST_PROGRAM = 1000;
const LONGEST_LINE = 32 * 1024;

/** Only this file calls the regex engine. `problem` is the engine's own message, or says which bound was exceeded. */
export function createLineFilter(pattern: string): LineFilter | { readonly problem: string } {
  if (pattern.length > LONGEST_PATTERN) {
    return { problem: `the pattern has ${pattern.length} characters; the most is ${LONGEST_PATTERN}` };
  }
  try {
    const regex = RE2JS.compile(pattern);
    const size = regex.programSize();
    if (size > LARGEST_PROGRAM) return { problem: `the pattern is too large (${size} steps of ${LARGEST_PROGRAM})` };
    return { pattern, matches: (line) => regex.test(line.slice(0, LONGEST_LINE)) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
