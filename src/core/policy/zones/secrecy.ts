import {
  ALSO_IN_PROJECTS,
  HARMLESS_IN_HOME_SECRETS,
  HOME_SECRETS,
  PUBLIC_FILE_NAMES,
  SECRET_FILE_NAMES,
  SYSTEM_SECRETS,
} from "../../knowledge/secret-places.ts";
import { isKnown, STAR, type Text } from "../values/abstract-text.ts";
import { couldBe } from "../values/globs.ts";
import { type Ground, remembering } from "./judged-place.ts";
import { active, below, isBelow, isWild, lettersOf, namesOf, segmentsOf, startsWithPathHole } from "./path-segments.ts";

/** What reading gives away: a secret `stored` outside the workspace, one `local` to it, or nothing. */
export type Secrecy = "stored" | "local" | undefined;

/** Whether reading this gives a secret away. */
export const secrecyOf: (path: Text, ground: Ground) => Secrecy = remembering(findSecrecy);

function findSecrecy(path: Text, ground: Ground): Secrecy {
  // The path is unknown, like a variable that an earlier command set: reading it is ordinary work.
  if (!/[\w.~-]/.test(path)) return undefined;
  if (startsWithPathHole(path)) return secrecyBelow(segmentsOf(path));
  const segments = segmentsOf(path);
  const last = segments[segments.length - 1] ?? "";
  const inWorkspace = ground.workspaces.some((workspace) => below(path, workspace) !== undefined);
  if (isKnown(last) && PUBLIC_NAME.test(last)) return undefined;
  if (!inWorkspace) {
    const inHome = below(path, ground.home);
    if (inHome !== undefined && isBelow(inHome, HOME_SECRETS)) return isHarmlessInStore(inHome) ? undefined : "stored";
    if (isStoredSecret(path, inHome, ground)) return "stored";
  }
  if (!namesSecret(last)) return undefined;
  return inWorkspace || path.startsWith("/tmp/") ? "local" : "stored";
}

/** Whether a path outside the workspace holds credentials of the system, of a tool or of another user. */
function isStoredSecret(path: Text, inHome: readonly Text[] | undefined, ground: Ground): boolean {
  // Only for root the home of root is no secret.
  const isOwn = ground.home === "/root" && inHome !== undefined;
  if (!isOwn && isSystemSecret(segmentsOf(path))) return true;
  if (inHome !== undefined && isKept(inHome)) return true;
  const [, inOther] = /^\/(?:home|Users)\/[^/]+\/(.+)$/.exec(path) ?? [];
  return inOther !== undefined && isBelow(segmentsOf(inOther), HOME_SECRETS);
}

/** Nothing lies below a file of `/proc`: a process whose number is not known is not taken for `/proc/kcore`. */
const isSystemSecret = (segments: readonly Text[]): boolean =>
  isBelow(
    segments,
    segments[0] === "proc"
      ? SYSTEM_SECRETS.filter((place) => namesOf(place).length === segments.length)
      : SYSTEM_SECRETS,
  );

/** Whether a file in a hidden directory of the home has a name that says secret. */
function isKept(inHome: readonly Text[]): boolean {
  const last = inHome[inHome.length - 1] ?? "";
  return inHome[0]?.startsWith(".") === true && inHome.length > 1 && isKnown(last) && KEPT.test(last);
}

const NEVER_IN_PROJECTS = HOME_SECRETS.filter((place) => !ALSO_IN_PROJECTS.includes(place));

/** The secrecy of a path below an unknown directory: the directory counts as ordinary, the rest of the path decides. */
function secrecyBelow([, ...rest]: readonly Text[]): Secrecy {
  const last = rest[rest.length - 1];
  if (last === undefined || (isKnown(last) && PUBLIC_NAME.test(last))) return undefined;
  if (isBelow(rest, NEVER_IN_PROJECTS) && !isHarmlessInStore(rest)) return "stored";
  if (
    rest.length > 1 &&
    isBelow(
      rest,
      SYSTEM_SECRETS.filter((place) => namesOf(place).length > 1),
    )
  )
    return "stored";
  return namesSecret(last) ? "local" : undefined;
}

const KEPT = /token|secret|credential|passw|oauth|cookie|keyring|^accounts?\.|^auth\.|wallet/i;

/** All patterns of a list as one expression: whole names, `*` is any run of letters. */
const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(
    `^(?:${patterns.map((pattern) => pattern.replace(/[.+^$()|[\]{}\\]/g, "\\$&").replaceAll("*", ".*")).join("|")})$`,
    "s",
  );
const PUBLIC_NAME = anyOf(PUBLIC_FILE_NAMES);
const SECRET_NAME = anyOf(SECRET_FILE_NAMES);

const SECRET_BY_ENDING = SECRET_FILE_NAMES.filter((pattern) => /^\*?\./.test(pattern));

/** Whether a command may read this file in a directory of credentials. */
const isHarmlessInStore = (inHome: readonly Text[]): boolean => HARMLESS_IN_HOME_SECRETS.test(inHome.join("/"));

/** Whether a file name alone says secret; a wild card that merely could be one does not. */
function namesSecret(name: Text): boolean {
  if (isKnown(name)) return SECRET_NAME.test(name);
  if (isWild(name) || (name.startsWith(STAR) && /^\.(?:json|ya?ml|toml|csv)$/.test(name.slice(1)))) return false;
  if (lettersOf(name).some((one) => SECRET_NAME.test(one))) return true;
  // Of all files with an ending, `*.y*ml`, those are meant that the ending makes secret.
  const names = name.startsWith(`${STAR}.`) ? SECRET_BY_ENDING : SECRET_FILE_NAMES;
  return names.some(
    (pattern) =>
      couldBe(active(pattern), name) || (!pattern.includes("*") && couldBe(name, pattern) && name.length > 3),
  );
}

/** Whether stores of credentials lie somewhere below a directory of the home. */
export function holdsStores(path: Text, ground: Ground): boolean {
  const inHome = below(path, ground.home);
  if (inHome === undefined || inHome.length === 0) return false;
  const prefix = `${inHome.join("/")}/`;
  return HOME_SECRETS.some((store) => store.startsWith(prefix));
}
