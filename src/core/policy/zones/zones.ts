import { HOME_GUARDS, HOME_STARTUP, WORKSPACE_GUARDS, WORKSPACE_WATCHED } from "../../knowledge/guarded-places.ts";
import {
  HOME_VITAL,
  LIBRARY_VITAL,
  PACKAGE_CACHES,
  QUIET_DEVICE,
  SHADOWED,
  TEMP_ROOTS,
  VITAL_ROOTS,
  VITAL_TREES,
} from "../../knowledge/system-places.ts";
import { FULL_HOLES, holds, replaceHoles, STAR, TAIL, type Text } from "../values/abstract-text.ts";
import { type Ground, remembering } from "./judged-place.ts";
import { below, isBelow, isWild, segmentMeets, segmentsOf, startsWithPathHole } from "./path-segments.ts";

/** Where a path lies, by its text alone: no link is followed, no file need exist. */
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

/** Absolute and without `.` and `..`; a path that begins with a hole keeps it in front. */
export function resolvePath(path: Text, cwd: Text): Text {
  const written = path.startsWith("/") || startsWithPathHole(path) ? path : `${cwd}/${path}`;
  const absolute = throughProc(written, cwd);
  if (absolute.startsWith("/") && !LEFT_OUT.test(absolute)) return absolute;
  const segments: string[] = [];
  for (const segment of absolute.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  const joined = segments.join("/");
  if (THROUGH_PROC.test(`/${joined}`)) return resolvePath(`/${joined}`, cwd);
  if (!startsWithPathHole(absolute)) return `/${joined}`;
  // A slash at the end matters: the hole may be empty.
  return startsWithPathHole(joined)
    ? joined + (absolute.endsWith("/") && !joined.includes("/") ? "/" : "")
    : `/${joined}`;
}

/** A segment that is left out of a path, or takes the one before it along. */
const LEFT_OUT = /\/\.{0,2}(?:\/|$)/;
const DESCRIPTOR = /^\/+proc\/+(?:thread-)?self\/+fd\/+(?=\d+$)/;
const THROUGH_PROC = /^\/+(?:\.\/+)*proc\/+(?:[^/]+\/+\.\.\/+)*[^/]+\/+(?:task\/+[^/]+\/+)?(root|cwd)(?=\/|$)/;

/** `/proc/1/root/etc` is `/etc`; `/proc/self/cwd` is the working directory. Links are followed before `..` is. */
function throughProc(path: Text, cwd: Text): Text {
  let real = path;
  for (let link = THROUGH_PROC.exec(real); link !== null; link = THROUGH_PROC.exec(real)) {
    const rest = real.slice(link[0].length);
    if (link[1] === "cwd" && cwd !== "/") return `${cwd}${rest}`;
    real = rest || "/";
  }
  return real.replace(DESCRIPTOR, "/dev/fd/");
}

/** The zone of an absolute path. */
export const zoneOf: (path: Text, ground: Ground) => Zone = remembering(findZone);

function findZone(path: Text, ground: Ground): Zone {
  if (startsWithPathHole(path)) return unknownZone(path, ground);
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) return "network";
  if (QUIET_DEVICE.test(path)) return "quiet";
  const zone = zoneAmidTemp(path, ground) ?? tempZone(path);
  if (zone !== undefined) return zone;
  if (path.startsWith("/dev/")) return "device";
  const inWorkspace = workspacesZone(path, ground.workspaces);
  if (inWorkspace !== undefined) return inWorkspace;
  if (isAbove(path, [ground.home, ...ground.workspaces])) return path === ground.home ? "home-root" : "vital";
  const inHome = below(path, ground.home);
  if (inHome !== undefined) return homeZone(inHome);
  return systemZone(segmentsOf(path));
}

/** A workspace or a home below a temporary directory is one all the same: a command can lose as much in it. */
function zoneAmidTemp(path: Text, { home, workspaces }: Ground): Zone | undefined {
  const places = [...workspaces, home].filter(isTemporary);
  if (places.length === 0) return undefined;
  const inWorkspace = workspacesZone(path, workspaces.filter(isTemporary));
  if (inWorkspace !== undefined) return inWorkspace;
  if (isTemporary(home) && path === home) return "home-root";
  if (!TEMP_ROOTS.includes(path) && isAbove(path, places) && isTemporary(path)) return "vital";
  const inHome = isTemporary(home) ? below(path, home) : undefined;
  return inHome === undefined ? undefined : homeZone(inHome);
}

const isTemporary = (path: Text): boolean => TEMP_ROOTS.some((root) => path.startsWith(`${root}/`));

function workspacesZone(path: Text, workspaces: readonly string[]): Zone | undefined {
  const inside = workspaces.map((workspace) => below(path, workspace)).find((steps) => steps !== undefined);
  return inside === undefined ? undefined : workspaceZone(inside);
}

function tempZone(path: Text): Zone | undefined {
  const inside = TEMP_ROOTS.map((root) => below(path, root)).find((steps) => steps !== undefined);
  if (inside === undefined) return undefined;
  const [first] = inside;
  return first === undefined || (inside.length === 1 && isWild(first)) ? "temp-root" : "temp";
}

/** Whether a path is one of these directories, or one of them lies in it. */
const isAbove = (path: Text, roots: readonly string[]): boolean =>
  roots.some((root) => root === path || root.startsWith(path === "/" ? "/" : `${path}/`));

/** If the hole is empty, the rest of the path may be the root or the home. */
function unknownZone(path: Text, ground: Ground): Zone {
  const slash = path.indexOf("/");
  if (slash === -1 || !isAllHoles(path.slice(0, slash))) return "unknown";
  const rest = zoneOf(resolvePath(path.slice(slash), "/"), ground);
  return rest === "vital" || rest === "home-root" ? rest : "unknown";
}

/** Only holes, and none that is surely not empty. */
const isAllHoles = (text: Text): boolean => replaceHoles(text, "") === "" && !holds(text, ...FULL_HOLES);

/** Parts that a repository needs; a command may delete a stale lock or a message. */
const REPOSITORY_PARTS = /^(?:refs|objects|logs|packed-refs|HEAD|index)$/;

function workspaceZone(inside: readonly Text[]): Zone {
  const [first] = inside;
  if (first === undefined) return "workspace-root";
  if (inside.length === 1 && isWild(first) && first !== TAIL) return "workspace-root";
  if (inside[inside.length - 1] === ".git" || (first === ".git" && REPOSITORY_PARTS.test(inside[1] ?? "")))
    return "repository";
  if (first === STAR || first === TAIL) return "workspace";
  const guarded = guardedZone(inside, first);
  if (guarded !== undefined) return guarded;
  // Hooks and agent files of a package further down count as well.
  const dot = inside.findIndex((segment) => segment === ".git" || segment === ".claude" || segment === ".cursor");
  return dot > 0 && isBelow(inside.slice(dot), WORKSPACE_GUARDS) ? "guard" : "workspace";
}

/** A directory that could have any name is not taken for a guarded one by that alone. */
function guardedZone(inside: readonly Text[], first: Text): Zone | undefined {
  const named = isWild(first) ? (place: string): boolean => place.includes("/") : (): boolean => true;
  if (isBelow(inside, WORKSPACE_GUARDS.filter(named))) return "guard";
  return isBelow(inside, WORKSPACE_WATCHED.filter(named)) ? "watched" : undefined;
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
  if (isBelow(segments, PACKAGE_CACHES)) return "outside";
  const vital = (names: readonly string[]): boolean => names.some((name) => segmentMeets(first, name));
  if (vital(VITAL_TREES)) return "vital";
  if (!vital(VITAL_ROOTS)) return isWild(first) ? "vital" : "outside";
  if (second === undefined || isWild(second)) return "vital";
  if (first === "Library" && LIBRARY_VITAL.includes(second)) return "vital";
  // The home of another user.
  return segments.length === 2 && (first === "home" || first === "Users") ? "vital" : "outside";
}

/** Whether a path is where programs of the system lie: there only the name counts. */
export const isProgramPath = (path: Text): boolean =>
  /^\/(?:(?:usr\/(?:local\/)?)?s?bin\/|lib\d*\/ld)[\w.+-]+$/.test(path);
