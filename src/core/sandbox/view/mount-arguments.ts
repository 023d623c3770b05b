import { statSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { makeDirectory } from "../../files/make-directory.ts";
import { isInside, realPath } from "../../files/path-inside.ts";
import { SHELL_START_FILES } from "../../knowledge/guarded-places.ts";
import { CACHE_DIRECTORY, CACHE_PLACES } from "../../knowledge/package-cache-places.ts";
import { SYSTEM_DIRECTORIES } from "../../knowledge/system-places.ts";
import { homeSecretsIn } from "../home-secrets.ts";
import type { Profile } from "../profile.ts";
import type { ShellDirectories } from "../sandbox.ts";
import { type PrivateDirectory, waysTo } from "./mount-parents.ts";
import type { Scratch } from "./private-directories.ts";
import type { Seal } from "./seal.ts";
import { kernelView, resolverView, systemView } from "./system-view.ts";

/** What a view is made of. */
export type ViewParts = {
  readonly profile: Profile;
  readonly scratch: Scratch;
  readonly toolchains: readonly string[];
  /** Whether root runs the host: then more of /proc must be covered. */
  readonly isRoot: boolean;
  /** Bytes of a private /tmp and home in memory; 0 keeps them on disk, shared by all shells of this sandbox. */
  readonly tempBytes: number;
  /** The user's settings that are mounted into a home in memory, by path relative to home. */
  readonly settings: readonly string[];
  /** What commands see as `~/.cache`; undefined where it is as private as the rest of home. */
  readonly cache?: string | undefined;
  /** What is shown at the path of the workspace; the workspace itself if not given. */
  readonly source?: string | undefined;
};

/**
 * Where commands find their home: at the user's own path, so that scripts that name it work, but without the user's
 * files.
 */
export const homeInside = (home: string): string =>
  home === "/" || SYSTEM_DIRECTORIES.some((system) => isInside(home, system)) ? "/home/agent" : home;

/** What one shell sees besides. */
export type ShellView = {
  /** Undefined where no shell of nacre runs. */
  readonly directories: ShellDirectories | undefined;
  readonly seals: readonly Seal[];
  /** Whether the workspace is laid into it afterwards, with all that lies in it. */
  readonly isGrafted?: boolean;
};

/**
 * bubblewrap's arguments for the whole tree that a command sees. Later mounts cover earlier ones, so the order matters.
 */
export function viewOf(parts: ViewParts, { directories, seals, isGrafted = false }: ShellView): string[] {
  const { profile, scratch, toolchains, tempBytes } = parts;
  const own = [directories?.runtimeDir, directories?.programDir].filter((path) => path !== undefined);
  const home = homeInside(profile.home);
  const beyond = seals.map(({ path }) => path).filter((path) => !isInside(path, profile.workspace));
  const mounted = [home, profile.workspace, ...profile.read, ...profile.write, ...toolchains, ...beyond, ...own];
  return [
    systemView(scratch.etc),
    profile.network === "on" ? resolverView() : [],
    kernelView(scratch.unreadableFile, parts.isRoot),
    ["--dir", "/run"],
    privateView(
      { inside: "/tmp", onDisk: scratch.tmp },
      tempBytes,
      mounted.filter((path) => !isBelow(path, home)),
    ),
    privateView({ inside: home, onDisk: scratch.home }, tempBytes, mounted),
    cacheView(parts, home),
    SHELL_START_FILES.flatMap((name) => ["--ro-bind", scratch.emptyFile, join(home, name)]),
    parts.settings.flatMap((name) => ["--ro-bind", join(scratch.settings, name), join(home, name)]),
    toolchains.flatMap((path) => ["--ro-bind", path, path]),
    profile.read.filter((path) => !isInside(path, profile.workspace)).flatMap((path) => ["--ro-bind", path, path]),
    workspaceView(parts, { seals, isGrafted }),
    openedView(profile, isGrafted),
    hiddenView(parts, isGrafted),
    own.flatMap((path) => [path === directories?.runtimeDir ? "--bind" : "--ro-bind", path, path]),
    besideView(parts, home),
  ].flat();
}

/** Mounts what package managers downloaded. A home in memory has no links yet; the others have (`linkCaches`). */
function cacheView({ cache, tempBytes, toolchains }: ViewParts, home: string): string[] {
  if (cache === undefined) return [];
  const links = tempBytes > 0 ? cacheLinks(home, toolchains) : [];
  return [
    "--bind",
    cache,
    join(home, CACHE_DIRECTORY),
    ...links.flatMap(({ path, target }) => ["--symlink", target, path]),
  ];
}

/** The links that lead package managers to the cache, but for places that a toolchain covers. */
const cacheLinks = (home: string, toolchains: readonly string[]): readonly { path: string; target: string }[] =>
  Object.entries(CACHE_PLACES)
    .map(([place, name]) => ({ path: join(home, place), target: join(home, CACHE_DIRECTORY, name) }))
    .filter(({ path }) => !toolchains.some((shown) => isInside(path, shown) || isInside(shown, path)));

/** Makes them in a home on disk, before any command runs. */
export function linkCaches({
  profile,
  scratch,
  toolchains,
}: Pick<ViewParts, "profile" | "scratch" | "toolchains">): void {
  const home = homeInside(profile.home);
  for (const { path, target } of cacheLinks(home, toolchains)) {
    const onDisk = join(scratch.home, relative(home, path));
    makeDirectory(dirname(onDisk), 0o755);
    symlinkSync(target, onDisk);
  }
}

/**
 * Closes the private directories above the workspace once all is mounted in them: what a command made beside the
 * workspace (`git worktree add ../other`) would be gone with the sandbox, and nobody would have said so.
 */
function besideView({ profile: { workspace }, scratch, tempBytes }: ViewParts, home: string): string[] {
  if (tempBytes > 0) return [];
  const base = isInside(workspace, home)
    ? { inside: home, onDisk: scratch.home }
    : { inside: "/tmp", onDisk: scratch.tmp };
  return waysTo([workspace], base).flatMap(({ inside }) => ["--remount-ro", inside]);
}

const isBelow = (path: string, directory: string): boolean => path !== directory && isInside(path, directory);

/**
 * A private directory in memory is each shell's own. One on disk is shared by all shells, so the parents of mounts in
 * it must be pinned.
 */
function privateView(base: PrivateDirectory, bytes: number, mounted: readonly string[]): string[] {
  if (bytes > 0) return ["--perms", "1777", "--size", String(bytes), "--tmpfs", base.inside];
  return [base, ...waysTo(mounted, base)].flatMap(({ inside, onDisk }) => ["--bind", onDisk, inside]);
}

function workspaceView(
  { profile, scratch, source = profile.workspace }: ViewParts,
  { seals, isGrafted }: Required<Pick<ShellView, "seals" | "isGrafted">>,
): string[] {
  const { name, workspace } = profile;
  return [
    isGrafted ? ["--dir", workspace] : [name === "readonly" ? "--ro-bind" : "--bind", source, workspace],
    seals.flatMap(({ as, path }) => {
      if (as === "hidden") return ["--ro-bind", scratch.unreadableFile, path];
      return as === "read-only" || name === "readonly" ? ["--ro-bind", path, path] : ["--bind", path, path];
    }),
  ].flat();
}

/** Mounts what the operator made writable; in a writable workspace the seals include it. */
const openedView = ({ name, workspace, write }: Profile, isGrafted: boolean): string[] =>
  write
    .filter((path) => (name === "readonly" && !isGrafted) || !isInside(path, workspace))
    .flatMap((path) => ["--bind", path, path]);

/**
 * Hides the user's secrets and nacre's records where they lie in something shown. A path that the operator named itself
 * stays visible.
 */
function hiddenView({ profile, scratch, toolchains }: ViewParts, isGrafted: boolean): string[] {
  const named = [...profile.read, ...profile.write];
  const shown = [profile.workspace, ...named, ...toolchains];
  const isShown = (path: string): boolean =>
    shown.some((root) => isInside(path, root)) && !(isGrafted && isInside(path, profile.workspace));
  // By their own path, and by the path that a link in the home leads to: many users keep the files of their home in a
  // repository.
  const places = homeSecretsIn(profile.home).flatMap((path) => [path, realPath(path)]);
  const secrets = outermost([...new Set(places)]).filter(
    (path) => isShown(path) && !named.some((name) => isInside(name, path)),
  );
  return [
    ...secrets.flatMap((path) => [
      "--ro-bind",
      statSync(path).isDirectory() ? scratch.unreadableDirectory : scratch.unreadableFile,
      path,
    ]),
    ...[profile.stateDir, scratch.root].filter(isShown).flatMap((path) => ["--perms", "0700", "--tmpfs", path]),
  ];
}

/** Leaves out paths that lie in another of them: nothing can be mounted in a hidden directory. */
const outermost = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && isInside(path, other)));
