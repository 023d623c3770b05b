import { SHELL_START_FILES } from "../../knowledge/guarded-places.ts";
import { ALSO_IN_PROJECTS, HOME_PRIVATE, HOME_SECRETS } from "../../knowledge/secret-places.ts";
import { ANY, type Text } from "../values/abstract-text.ts";
import { isBelow } from "../zones/path-segments.ts";

/** Places in a home that code names without the home's path: `home + "/.ssh/id_rsa"`. */
const TOLD_BY_TAIL = [
  ...HOME_SECRETS.filter((place) => place.startsWith(".") && !ALSO_IN_PROJECTS.includes(place)),
  ...HOME_PRIVATE,
  ...SHELL_START_FILES,
  ".bash_profile",
];

/** A place below the home directory, recognised by its end, however code builds the path in front of it. */
function homeTail(text: Text): Text | undefined {
  const segments = text.split("/");
  const at = segments.findIndex(
    (segment, index) => segment.startsWith(".") && isBelow(segments.slice(index), TOLD_BY_TAIL),
  );
  return at === -1 ? undefined : segments.slice(at).join("/");
}

/** A path in code as one below the home directory, where it is one. */
export function inHome(text: Text, home: string): Text {
  if (text === "~" || text.startsWith("~/")) return home + text.slice(1);
  if (text.startsWith("/") && !/^\/\.[a-z]/.test(text)) return text;
  const tail = homeTail(text);
  return tail === undefined ? text : `${home}/${tail}`;
}

/** The ways to say "the home directory" in code. */
export const HOME_MENTION: RegExp =
  /\bhome_?dir(?:ectory)?\(\)|Dir\.home|Path\.home\(\)|expanduser|user_home!?|NSHomeDirectory|UserHomeDir|getHomeDirectory|SpecialFolder\.UserProfile|user\.home\b|\benv(?:iron)?\.HOME|\benviron(?:\.get\(|\[)\s*['"]HOME|\b(?:[Gg]et[Ee]nv|lookupEnv|ENV\.fetch|env\.get|env::var(?:_os)?)\s*\(?\s*['"]HOME|\bENV\[?['"{]HOME|\$(?:::)?env\(HOME\)|\$env:HOME/i;

/** What stands in for a value that code puts into a text: the home directory where the code names it, else any text. */
export const stands = (value: Text): Text => (HOME_MENTION.test(value) ? "~" : ANY);
