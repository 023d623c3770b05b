import { HARMFUL_IN_TEXT } from "../../knowledge/harmful-programs.ts";
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
