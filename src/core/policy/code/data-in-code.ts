import { HARMFUL_PROGRAM } from "../../knowledge/harmful-programs.ts";
import type { Text } from "../values/abstract-text.ts";
import { isProgramPath } from "../zones/zones.ts";
import { argumentsAt, type Literal, literalRuns } from "./literals.ts";
import { SINKS } from "./sink-patterns.ts";

/** One path alone, such as `/etc/passwd`, names a file; only where programs lie it is a command. */
export const isFileName = (value: Text): boolean => /^\S*\/\S*$/.test(value) && !isProgramPath(value);

/** Literals that may be a command and its arguments. */
export const commandLists = (code: Text, literals: readonly Literal[]): readonly (readonly Literal[])[] =>
  literalRuns(code, literals).filter(([first]) => first !== undefined && !isOpened(first, code));

/** A file that is opened or a directory that is worked in, and no command. */
const isOpened = ({ value, start }: Literal, code: Text): boolean =>
  isFileName(value) && OPENS.test(code.slice(Math.max(0, start - 60), start));
const OPENS =
  /(?:\b(?:(?:read|write|append)File|create(?:Read|Write)Stream|exists|l?stat|mkdir|access|open)(?:Sync)?\s*\(|\bcwd\s*[:=])\s*$/;

const HARMFUL = new RegExp(`^(?:.*/)?${HARMFUL_PROGRAM}$`);

/** Whether a list begins with the name of a program that can do harm. */
export const startsHarmful = ([first]: readonly Literal[]): boolean => HARMFUL.test(first?.value ?? "");

/** Tables of cases that a test goes through, in code that starts no program: data. */
export const tablesOf = (code: Text): readonly { readonly start: number; readonly end: number }[] =>
  SINKS.run.test(code) || SINKS.veiled.test(code)
    ? []
    : [...code.matchAll(/\.(?:parametrize|each)(?=\()/g)]
        .slice(0, MAX_TABLES)
        .map(({ 0: { length }, index }) => argumentsAt(code, index + length));
const MAX_TABLES = 20;
