import { basename, dirname, isAbsolute, join, normalize, relative } from "node:path";
import { realKindAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import { HIDDEN_FILE_NAME } from "../../knowledge/secret-places.ts";
import { SYSTEM_DIRECTORIES } from "../../knowledge/system-places.ts";
import type { Profile } from "../profile.ts";
import { type Complaint, complaintsIn } from "./complaints.ts";

/** Phrases that programs print when they delete or move something. */
const REMOVAL = /cannot (?:remove|move)|failed to (?:delete|remove)|unlink|rmdir|rename/;

/** Top directories that a sandbox shows as they are; a path that is missing there is missing on the machine. */
const SHOWN = "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix /proc /dev /tmp".split(" ");

/** Where a command stood and what it may reach. */
export type Standpoint = {
  readonly profile: Profile;
  /** The directory a command ended in. */
  readonly cwd: string;
  /** Whether something lies at a path of the workspace, with no link on the way to it. */
  readonly isThere?: (path: string) => boolean;
};

/** Sentences on what could not be written, also of a command with exit code 0, such as `git push -u`. */
export function aboutWrites(stderr: string, standpoint: Standpoint): string[] {
  return [
    ...complaintsIn(stderr, "read-only").flatMap((complaint) => refusedWrite(complaint, standpoint) ?? []),
    ...complaintsIn(stderr, "busy").flatMap((complaint) => refusedWrite(complaint, standpoint, "busy") ?? []),
  ];
}

/** Sentences on what could not be read or was not found. */
export function aboutReads(stderr: string, standpoint: Standpoint): string[] {
  return [
    ...complaintsIn(stderr, "denied")
      .filter(({ path }) => HIDDEN_FILE_NAME.test(basename(path)))
      .map(
        ({ path }) =>
          `the sandbox hides ${path}: files of this name hold secrets; ${setting("read", absolute(path, standpoint))} allows it`,
      ),
    ...complaintsIn(stderr, "missing").flatMap(({ path }) => notShown(path, standpoint) ?? []),
  ];
}

/**
 * The sentence on a path that is not there because the sandbox leaves it out. A relative one is taken from the directory
 * in which the command ended, and the sentence says so: the program may have stood in another.
 */
function notShown(named: string, { profile, cwd }: Standpoint): string | undefined {
  const path = isAbsolute(named) ? normalize(named) : join(cwd, named);
  if (!isNotShown(path, profile)) return undefined;
  const what = isAbsolute(named)
    ? `the sandbox does not show ${path}`
    : `from ${cwd} ${named} is ${path}, which the sandbox does not show`;
  return `${what}, whether it exists or not; \`read: ["${path}"]\` shows it, \`write\` opens it for changes too`;
}

/** The option that would open a path; says "its absolute path" where the path is unknown. */
const setting = (option: "read" | "write", path: string | undefined): string =>
  path === undefined ? `\`${option}\` with its absolute path` : `\`${option}: ["${path}"]\``;

/**
 * A relative path as an absolute one. A program names files from its own directory, which may lie below or beside the
 * one in which the command ended: git goes up to the top of its repository. Undefined where nothing is found on the way
 * up; never looks outside the workspace.
 */
function absolute(path: string, standpoint: Standpoint): string | undefined {
  if (isAbsolute(path)) return path;
  const { workspace } = standpoint.profile;
  const isThere =
    standpoint.isThere ??
    ((at: string): boolean => ["file", "directory"].includes(realKindAt(workspace, relative(workspace, at))));
  for (let from = standpoint.cwd; isInside(from, workspace); from = join(from, "..")) {
    const at = join(from, path);
    // A file that does not exist yet is placed by its parent directory.
    if (isInside(at, workspace) && (isThere(at) || (path.includes("/") && isThere(dirname(at))))) return at;
  }
  return undefined;
}

function refusedWrite({ path: named, line }: Complaint, standpoint: Standpoint, why?: "busy"): string | undefined {
  const { profile, cwd } = standpoint;
  const { workspace } = profile;
  const known = absolute(named, standpoint);
  const path = known ?? join(cwd, named);
  if (!isInside(path, workspace)) {
    // The repository of a linked worktree lies elsewhere.
    if (GIT_SETTINGS.test(path) && known !== undefined) return refusedSettings(named, path);
    // The sandbox refuses nothing in /tmp: such a path was meant from another directory.
    return known === undefined && isInside(path, "/tmp") ? undefined : refusedOutside(named, path, profile);
  }
  if (profile.name === "readonly")
    return `the sandbox refused to write ${named}: its profile is "readonly"; profile "workspace" allows it`;
  const guarded = guardedPart(path, workspace);
  if (REMOVAL.test(line) && (guarded !== undefined || why === "busy"))
    return "the sandbox holds what it seals or hides (repositories, worktrees, submodules, .env files), and what leads there, in its place: what the user made cannot be moved or deleted inside, nor what was there before this toolkit; what a command made can, by a call that names it with its directory (`rm -rf NAME`, `rm -rf NAME/.git`, `mv NAME OTHER`, `git worktree remove NAME`)";
  if (guarded === undefined) {
    if (!HIDDEN_FILE_NAME.test(basename(path))) return undefined;
    return `the sandbox refused to write ${named}: files of this name hold secrets; ${setting("write", known)} allows it`;
  }
  const name = named.slice(0, named.length - (path.length - guarded.length));
  const opened = known === undefined ? undefined : guarded;
  return /^config(?:\.worktree)?$/.test(basename(guarded))
    ? refusedSettings(name, opened)
    : `the sandbox refused to write ${name}: people's tools run or obey it without asking; ${setting("write", opened)} allows it`;
}

const GIT_SETTINGS = /\/\.git\/(?:.*\/)?config(?:\.worktree)?$/;

const refusedSettings = (name: string, path: string | undefined): string =>
  `the sandbox refused to write ${name}: git runs what its settings name. Without it: \`git config --global\` or \`git -c NAME=VALUE\`, and a URL in place of a new remote's name; ${setting("write", path)} allows it`;

function refusedOutside(named: string, path: string, { workspace, home, write }: Profile): string {
  if (SYSTEM_DIRECTORIES.some((system) => isInside(path, system)))
    return `the sandbox refused to write ${named}: the system is read-only; write below ${workspace} or /tmp instead`;
  if (isInside(path, home))
    return `the sandbox refused to write ${named}: it is the user's own and read-only here, or beside the workspace; write below ${workspace}, /tmp, or another place of ~; \`write\` with a directory that exists opens it`;
  return `the sandbox refused to write ${named}: only ${[workspace, "/tmp", "~", ...write].join(", ")} can be written; \`write: ["${path}"]\` allows it`;
}

/** The guarded name in a path; anything below it is guarded too. */
function guardedPart(path: string, workspace: string): string | undefined {
  const steps = relative(workspace, path).split("/");
  const upTo = (last: number): string => join(workspace, ...steps.slice(0, last + 1));
  const named = steps.findIndex((step) => SEALED_NAMES.includes(step));
  if (named >= 0) return upTo(named);
  const git = steps.indexOf(".git");
  // A git directory may have any name.
  const bare = steps.findIndex((step) => GUARDED_IN_GIT.includes(step));
  if (git < 0) return bare > 0 ? upTo(bare) : undefined;
  if (git === steps.length - 1) return path;
  const inGit = steps.findIndex((step, at) => at > git && GUARDED_IN_GIT.includes(step));
  const isGits = inGit === git + 1 || ["modules", "worktrees"].includes(steps[git + 1] ?? "");
  return inGit >= 0 && isGits ? upTo(inGit) : undefined;
}

/**
 * Whether a sandbox leaves a path out. Decided without looking at the disk, so that a command does not learn what
 * exists.
 */
function isNotShown(path: string, { workspace, home, read, write }: Profile): boolean {
  if ([workspace, ...read, ...write].some((root) => isInside(path, root))) return false;
  return isInside(path, home) || !SHOWN.some((root) => isInside(path, root));
}
