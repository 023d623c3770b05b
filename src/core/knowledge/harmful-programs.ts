import { nameList } from "./name-list.ts";
import { SHELL_IN_TEXT } from "./shell-names.ts";

/**
 * Programs that can do harm with a few arguments. Where the policy has to guess (the arguments of an unknown tool, a
 * command inside a text, a wild card for a name) it tries these.
 */
export const HARMFUL_PROGRAMS: readonly string[] = nameList(`
  rm dd mkfs shred wipefs truncate chmod chown mv cp tee cat find kill curl wget nc ncat ssh sudo doas env python python3
  perl ruby node sh bash
`);

/** Harmful too, but ordinary words: they count in a text with an argument behind them, not in `jest -t shutdown`. */
const HARMFUL_WORDS = nameList("shutdown reboot poweroff");

/** A harmful program as an argument, as a part of an expression: with a `mkfs` for each file system and every shell. */
export const HARMFUL_PROGRAM: string = `(?:${HARMFUL_PROGRAMS.join("|")}|mkfs\\.\\w+|${SHELL_IN_TEXT})`;

/** The same inside a text. */
export const HARMFUL_IN_TEXT: string = `(?:${HARMFUL_PROGRAM}|${HARMFUL_WORDS.join("|")})`;
