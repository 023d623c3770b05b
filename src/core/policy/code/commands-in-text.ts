import { isKnown, type Text } from "../values/abstract-text.ts";

/** A command's name inside a longer text, where a command could begin: at the front or behind an opening of any language. */
const BEGINS =
  /(?:^|[\s!({[|;:=,"'`%&])((?:\/(?:usr\/)?s?bin\/)?(?:sudo|doas|rm|dd|mkfs(?:\.\w+)?|shred|chmod|chown|mv|cp|tee|find|wipefs|truncate|kill|curl|wget|nc|ncat|(?:ba|da|z|k)?sh|cat|shutdown|reboot|poweroff)\s[^\n]*)/g;
const MAX_SPOKEN = 6;

/** Commands a text speaks of, each cut where the text around it would close it; judged one by one. */
export function spokenCommands(text: Text): readonly Text[] {
  if (!isKnown(text) || text.length > 4096) return [];
  return [...text.matchAll(BEGINS)].slice(0, MAX_SPOKEN).flatMap(([, command = ""]) => {
    const cut = command.replace(/[)}\]"'`].*$/s, "").trim();
    return cut.includes(" ") ? [cut] : [];
  });
}
