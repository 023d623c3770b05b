import { HARMFUL_IN_TEXT } from "../../knowledge/harmful-programs.ts";
import { parseSyntax } from "../read/syntax.ts";
import { isKnown, type Text } from "../values/abstract-text.ts";

/** A command's name inside a longer text, where a command could begin: at the front or behind an opening of any language. */
const BEGINS = new RegExp(
  String.raw`(?:^|[\s!({[|;:=,"'\x60%&])((?:/(?:usr/)?s?bin/)?${HARMFUL_IN_TEXT}\s[^\n]*)`,
  "g",
);
const MAX_SPOKEN = 6;

/** Commands that a text mentions, each cut where the surrounding quote or bracket closes. */
export function spokenCommands(text: Text): readonly Text[] {
  if (!isKnown(text) || text.length > 4096) return [];
  return [...text.matchAll(BEGINS)].slice(0, MAX_SPOKEN).flatMap(([, command = ""]) => {
    const cut = command.replace(/[)}\]"'`].*$/s, "").trim();
    return cut.includes(" ") ? [cut] : [];
  });
}

/** Worth reading as a command: starts like one and parses. */
export function readsAsCommand(text: Text): boolean {
  if (!/^[\s]*[\w./~$:(!{-]/.test(text) || text.length > 4096 || !/[\s/|;&(]/.test(text.trim())) return false;
  if (/^https?:/.test(text)) return false;
  const syntax = parseSyntax(text);
  return syntax.errors.length === 0 && syntax.doubts.length === 0;
}
