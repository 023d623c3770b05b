import {
  HOME_GUARDS,
  HOME_SECRETS,
  HOME_STARTUP,
  HOME_VITAL,
  PUBLIC_NAMES,
  QUIET_DEVICES,
  SECRET_NAMES,
  SHADOWED,
  SYSTEM_SECRETS,
  VITAL_ROOTS,
  VITAL_TREES,
  WORKSPACE_GUARDS,
  WORKSPACE_WATCHED,
} from "./places.ts";
import {
  ANY,
  activateGlobs,
  couldBe,
  DECODED,
  DOWNLOAD,
  FILE,
  FULL,
  isKnown,
  OUTPUT,
  SECRET,
  STAR,
  TAIL,
  type Text,
} from "./text.ts";

/** Where a path leads, by its letters alone: no link is followed, nothing need exist. */
export type Zone =
  | "vital"
  | "device"
  | "network"
  | "quiet"
  | "startup"
  | "guard"
  | "watched"
  | "home-root"
  | "home"
  | "outside"
  | "repository"
  | "workspace-root"
  | "workspace"
  | "temp-root"
  | "temp"
  | "unknown";

/** The directories zones are measured against. */
export type Ground = {
  readonly home: string;
  readonly workspaces: readonly string[];
  /** Hosts the user has listed. */
  readonly hosts: readonly string[];
};

const TEMP_ROOTS: readonly string[] = ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/var/folders"];

/** Absolute and without `.` and `..`; a path that begins with a hole keeps it in front. */
export function resolvePath(path: Text, cwd: Text): Text {
  const written = path.startsWith("/") || startsUnknown(path) ? path : `${cwd}/${path}`;
  const absolute = throughProc(written, cwd);
  const unknown = startsUnknown(absolute);
  const segments: string[] = [];
  for (const segment of absolute.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  const joined = segments.join("/");
  if (!unknown) return `/${joined}`;
  // A slash at the end matters: the unknown part may be empty.
  return startsUnknown(joined) ? joined + (absolute.endsWith("/") && !joined.includes("/") ? "/" : "") : `/${joined}`;
}

/** Holes that may stand for a whole path or for nothing. */
const startsUnknown = (path: Text): boolean =>
  path !== "" && [ANY, FULL, OUTPUT, FILE, SECRET, DOWNLOAD, DECODED].includes(path.charAt(0));

/** `/proc/1/root/etc` is `/etc`; `/proc/self/cwd` is where we are. Links are followed before `..` is. */
function throughProc(path: Text, cwd: Text): Text {
  const link = /^\/+(?:\.\/+)*proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?(root|cwd)(?=\/|$)/.exec(path);
  if (link === null) return path;
  const rest = path.slice(link[0].length);
  return throughProc(link[1] === "root" ? rest || "/" : `${cwd}${rest}`, cwd);
}

const globs = new Map<string, Text>();
const active = (pattern: string): Text => {
  const known = globs.get(pattern);
  if (known !== undefined) return known;
  const text = activateGlobs(pattern);
  globs.set(pattern, text);
  return text;
};

/** Whether one segment of a path may be the name a pattern means. Two patterns meet when either covers the other. */
function segmentMeets(segment: Text, pattern: string): boolean {
  if (segment === pattern) return true;
  if (pattern.includes("*") && couldBe(active(pattern), segment)) return true;
  return !isKnown(segment) && !pattern.includes("*") && couldBe(segment, pattern);
}

const parts = new Map<string, readonly string[]>();

/** The names a place is made of; the lists of places never change, so each is cut once. */
const partsOf = (place: string): readonly string[] => {
  const known = parts.get(place) ?? place.split("/").filter((name) => name !== "");
  parts.set(place, known);
  return known;
};

/** Whether a path is one of these places or lies below it. */
function isBelow(segments: readonly Text[], places: readonly string[]): boolean {
  return places.some((place) => {
    const wanted = partsOf(place);
    return wanted.length <= segments.length && wanted.every((name, index) => segmentMeets(segments[index] ?? "", name));
  });
}

const segmentsOf = (path: Text): readonly Text[] => path.split("/").filter((name) => name !== "");

/** A segment that could be any name at all: no letter of it is given, or only dots. */
const isWild = (segment: Text): boolean =>
  !isKnown(segment) && !/[^.\uFDD0-\uFDEF]/.test(segment.replace(/\uFDD6[^\uFDD7]*\uFDD7/g, ""));

function below(path: Text, root: string): readonly Text[] | undefined {
  if (path === root) return [];
  return path.startsWith(root === "/" ? "/" : `${root}/`) ? segmentsOf(path.slice(root.length)) : undefined;
}

const zones = new WeakMap<Ground, Map<Text, Zone>>();
const secrecies = new WeakMap<Ground, Map<Text, Secrecy>>();

/** One judgement has one ground, and meets the same paths again and again. */
function remembered<T>(
  memory: WeakMap<Ground, Map<Text, T>>,
  path: Text,
  ground: Ground,
  find: (path: Text, ground: Ground) => T,
): T {
  const here = memory.get(ground) ?? new Map<Text, T>();
  memory.set(ground, here);
  if (here.has(path)) return here.get(path) as T;
  const found = find(path, ground);
  here.set(path, found);
  return found;
}

/** The zone of an absolute path. */
export const zoneOf = (path: Text, ground: Ground): Zone => remembered(zones, path, ground, findZone);

function findZone(path: Text, ground: Ground): Zone {
  if (startsUnknown(path)) return unknownZone(path, ground);
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) return "network";
  if (QUIET_DEVICES.test(path)) return "quiet";
  for (const workspace of ground.workspaces) {
    // A workspace below a temporary directory is a workspace: its own files are ordinary, and as much can be lost in it.
    const inside = TEMP_ROOTS.some((root) => workspace.startsWith(`${root}/`)) ? below(path, workspace) : undefined;
    if (inside !== undefined) return workspaceZone(inside);
  }
  for (const root of TEMP_ROOTS) {
    const inside = below(path, root);
    if (inside === undefined) continue;
    const [first] = inside;
    return first === undefined || (inside.length === 1 && isWild(first)) ? "temp-root" : "temp";
  }
  if (path.startsWith("/dev/")) return "device";
  for (const workspace of ground.workspaces) {
    const inside = below(path, workspace);
    if (inside !== undefined) return workspaceZone(inside);
  }
  if (
    [ground.home, ...ground.workspaces].some(
      (root) => root === path || root.startsWith(path === "/" ? "/" : `${path}/`),
    )
  ) {
    return path === ground.home ? "home-root" : "vital";
  }
  const inHome = below(path, ground.home);
  if (inHome !== undefined) return homeZone(inHome);
  return systemZone(segmentsOf(path));
}

/** If the unknown part is empty, what is left may be the root of everything. */
function unknownZone(path: Text, ground: Ground): Zone {
  const slash = path.indexOf("/");
  if (slash === -1 || !isAllHoles(path.slice(0, slash))) return "unknown";
  const rest = zoneOf(resolvePath(path.slice(slash), "/"), ground);
  return rest === "vital" || rest === "home-root" ? rest : "unknown";
}

/** Only holes, and none that is surely not empty. */
const isAllHoles = (text: Text): boolean => /^[\uFDD0-\uFDEF]*$/.test(text) && !text.includes(FULL);

/** What a repository cannot do without; a stale lock or a message may go. */
const REPOSITORY_PARTS = /^(?:refs|objects|logs|packed-refs|HEAD|index)$/;

function workspaceZone(inside: readonly Text[]): Zone {
  const [first] = inside;
  if (first === undefined) return "workspace-root";
  if (inside.length === 1 && isWild(first) && first !== TAIL) return "workspace-root";
  if (inside[inside.length - 1] === ".git" || (first === ".git" && REPOSITORY_PARTS.test(inside[1] ?? "")))
    return "repository";
  if (first === STAR || first === TAIL) return "workspace";
  if (isBelow(inside, WORKSPACE_GUARDS)) return "guard";
  if (isBelow(inside, WORKSPACE_WATCHED)) return "watched";
  // Hooks and agent files of a package further down count as well.
  const dot = inside.findIndex((segment) => segment === ".git" || segment === ".claude" || segment === ".cursor");
  return dot > 0 && isBelow(inside.slice(dot), WORKSPACE_GUARDS) ? "guard" : "workspace";
}

function homeZone(inside: readonly Text[]): Zone {
  const [first = "", second] = inside;
  if (inside.length === 1 && isWild(first)) return "home-root";
  if (isBelow(inside, HOME_GUARDS)) return "guard";
  if (isBelow(inside, HOME_STARTUP)) return "startup";
  const directory = inside.slice(0, -1).join("/");
  const last = inside[inside.length - 1] ?? "";
  if ((directory === ".local/bin" || directory === "bin") && SHADOWED.has(last)) return "startup";
  if (HOME_VITAL.includes(inside.join("/"))) return "home-root";
  if (inside.length === 2 && second !== undefined && isWild(second) && HOME_VITAL.includes(first)) return "home-root";
  return "home";
}

function systemZone(segments: readonly Text[]): Zone {
  const [first, second] = segments;
  if (first === undefined) return "vital";
  const vital = (names: readonly string[]): boolean => names.some((name) => segmentMeets(first, name));
  if (vital(VITAL_TREES)) return "vital";
  if (!vital(VITAL_ROOTS)) return isWild(first) ? "vital" : "outside";
  if (second === undefined || isWild(second)) return "vital";
  // Another person's home.
  return segments.length === 2 && (first === "home" || first === "Users") ? "vital" : "outside";
}

/** What reading gives away: a secret `stored` outside the workspace, one `local` to it, or nothing. */
export type Secrecy = "stored" | "local" | undefined;

/** Whether reading this gives a secret away. */
export const secrecyOf = (path: Text, ground: Ground): Secrecy => remembered(secrecies, path, ground, findSecrecy);

function findSecrecy(path: Text, ground: Ground): Secrecy {
  // Nothing at all is known of it, as of a variable that an earlier command set: reading it is ordinary work.
  if (!/[\w.~-]/.test(path)) return undefined;
  const segments = segmentsOf(path);
  const last = segments[segments.length - 1] ?? "";
  const inWorkspace = ground.workspaces.some((workspace) => below(path, workspace) !== undefined);
  const inHome = below(path, ground.home);
  if (isKnown(last) && PUBLIC_NAME.test(last)) return undefined;
  if (!inWorkspace) {
    if (inHome !== undefined && isBelow(inHome, HOME_SECRETS)) return isHarmlessInStore(inHome) ? undefined : "stored";
    if (isBelow(segments, SYSTEM_SECRETS)) return "stored";
    // A hidden directory of some tool, and a name that says what is kept there.
    if (inHome?.[0]?.startsWith(".") === true && inHome.length > 1 && isKnown(last) && KEPT.test(last)) return "stored";
    const other = /^\/(?:home|Users)\/[^/]+\/(.+)$/.exec(path);
    if (other?.[1] !== undefined && isBelow(segmentsOf(other[1]), HOME_SECRETS)) return "stored";
  }
  if (!namesSecret(last)) return undefined;
  return inWorkspace || path.startsWith("/tmp/") ? "local" : "stored";
}

const KEPT = /token|secret|credential|passw|oauth|cookie|keyring|^accounts?\.|^auth\.|wallet/i;

/** All patterns of a list as one expression: whole names, `*` is any run of letters. */
const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(
    `^(?:${patterns.map((pattern) => pattern.replace(/[.+^$()|[\]{}\\]/g, "\\$&").replaceAll("*", ".*")).join("|")})$`,
    "s",
  );
const PUBLIC_NAME = anyOf(PUBLIC_NAMES);
const SECRET_NAME = anyOf(SECRET_NAMES);

/** What anybody may read in a directory of credentials. */
const isHarmlessInStore = (inHome: readonly Text[]): boolean => {
  const path = inHome.join("/");
  return /^\.ssh\/(?:known_hosts|config)$|\.pub$|^\.aws\/config$|^\.yarnrc\.yml$|^\.psqlrc$/.test(path);
};

/** Whether a file name alone says secret; a wild card that merely could be one does not. */
function namesSecret(name: Text): boolean {
  if (isKnown(name)) return SECRET_NAME.test(name);
  if (isWild(name) || (name.startsWith(STAR) && /^\.(?:json|ya?ml|toml|csv)$/.test(name.slice(1)))) return false;
  return SECRET_NAMES.some(
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
