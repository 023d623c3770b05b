import { accessSync, constants, existsSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import type { Limits } from "../../base/limits.ts";
import { codeOf } from "../../base/system-error.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { Freezer } from "./freezer.ts";

/** Control groups that nacre made: they hold a shell's whole tree to a number of processes or bytes, or freeze it. */
export type Cgroup = {
  /** Which limits it holds. */
  readonly holds: readonly ("processes" | "memoryBytes")[];
  /** The groups a process has to enter, by writing its number into their `cgroup.procs`. */
  readonly directories: readonly string[];
  /** Stops everything in it; undefined where the machine has no group that can be frozen. */
  readonly freezer: Freezer | undefined;
  /** Removes the groups; false while something still lives in one. */
  remove(): boolean;
};

type Controller = {
  readonly name: "processes" | "memoryBytes";
  readonly v1: string;
  readonly v1File: string;
  readonly v2File: string;
};

const CONTROLLERS: readonly Controller[] = [
  { name: "processes", v1: "pids", v1File: "pids.max", v2File: "pids.max" },
  { name: "memoryBytes", v1: "memory", v1File: "memory.limit_in_bytes", v2File: "memory.max" },
];

/**
 * Where nacre may make a group, per controller. A service manager or a container runtime that made a group for this
 * process also divides it: nacre goes below that group only where its maker handed a controller down.
 */
function parentsOf(controller: Controller, mounts: string, membership: string): string[] {
  const own = (name: string): string | undefined =>
    membership.split("\n").flatMap((line) => {
      const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
      return controllers !== undefined && path !== undefined && controllers.split(",").includes(name) ? [path] : [];
    })[0];
  return mounts.split("\n").flatMap((line) => {
    const [, place, kind, options = ""] = line.split(" ");
    if (place === undefined) return [];
    if (kind === "cgroup" && options.split(",").includes(controller.v1))
      return own(controller.v1) === "/" ? [place] : [];
    if (kind !== "cgroup2") return [];
    const parent = join(place, own("") ?? "/");
    return read(join(parent, "cgroup.subtree_control")).split(/\s+/).includes(controller.v1) ? [parent] : [];
  });
}

/** Where nacre may make a group to freeze: every group of the unified hierarchy can be. */
function freezerParents({ mounts, membership }: CgroupPlaces): string[] {
  const own = /^0::(.*)$/m.exec(membership)?.[1];
  return mounts.split("\n").flatMap((line) => {
    const [, place, kind] = line.split(" ");
    return place !== undefined && kind === "cgroup2" && own !== undefined ? [join(place, own)] : [];
  });
}

export type CgroupPlaces = { readonly mounts: string; readonly membership: string };

const here = (): CgroupPlaces => ({ mounts: read("/proc/mounts"), membership: read("/proc/self/cgroup") });

/** Which limits groups made on this machine could hold. */
export function cgroupAbilities(places: CgroupPlaces = here()): readonly ("processes" | "memoryBytes")[] {
  return CONTROLLERS.filter((controller) => usableParent(controller, places) !== undefined).map(({ name }) => name);
}

const usableParent = (controller: Controller, { mounts, membership }: CgroupPlaces): string | undefined =>
  parentsOf(controller, mounts, membership).find(isUsable);

function isUsable(parent: string): boolean {
  try {
    accessSync(join(parent, "cgroup.procs"), constants.W_OK);
    accessSync(parent, constants.W_OK);
    return true;
  } catch {
    return false; // read-only, as in most containers
  }
}

/** A group that can be frozen: one of those that were made, or another. */
function freezable(made: readonly string[], name: string, places: CgroupPlaces): string | undefined {
  const known = made.find((directory) => Freezer.of(directory) !== undefined);
  const parent = known === undefined ? freezerParents(places).find(isUsable) : undefined;
  if (parent === undefined) return known;
  const directory = join(parent, name);
  try {
    makeDirectory(directory, 0o755);
  } catch {
    return undefined; // too many groups, or too deep
  }
  if (Freezer.of(directory) !== undefined) return directory;
  removeGroup(directory);
  return undefined;
}

/**
 * Makes groups for one shell, for the wanted limits that this machine can hold and to freeze it; undefined when there are
 * none.
 */
export function createCgroup(limits: Partial<Limits>, places: CgroupPlaces = here()): Cgroup | undefined {
  const name = `nacre-${process.pid}-${randomHex(4)}`;
  const made: { readonly directory: string; readonly holds: "processes" | "memoryBytes" }[] = [];
  for (const controller of CONTROLLERS) {
    const limit = limits[controller.name] ?? 0;
    const parent = limit > 0 ? usableParent(controller, places) : undefined;
    if (parent === undefined) continue;
    const directory = join(parent, name);
    try {
      makeDirectory(directory, 0o755);
      writeLimit(directory, controller, limit);
      made.push({ directory, holds: controller.name });
    } catch {
      removeGroup(directory); // the kernel refused: this group holds nothing
    }
  }
  const holding = made.map(({ directory }) => directory);
  const frozen = freezable(holding, name, places);
  const directories = [...new Set([...holding, ...(frozen === undefined ? [] : [frozen])])];
  if (directories.length === 0) return undefined;
  return {
    holds: made.map(({ holds }) => holds),
    directories,
    freezer: frozen === undefined ? undefined : Freezer.of(frozen),
    remove: () => directories.map(removeGroup).every(Boolean),
  };
}

function writeLimit(directory: string, controller: Controller, limit: number): void {
  const files = readdirSync(directory);
  const file = [controller.v2File, controller.v1File].find((candidate) => files.includes(candidate));
  writeFileSync(join(directory, file ?? controller.v2File), String(limit));
}

/** Removes empty groups of hosts that are gone. Reads the names of all groups: once for a toolkit, not for each shell. */
export function sweepCgroups(places: CgroupPlaces = here()): void {
  const holding = CONTROLLERS.map((controller) => usableParent(controller, places));
  const parents = [...holding, freezerParents(places).find(isUsable)].filter((parent) => parent !== undefined);
  for (const parent of new Set(parents)) sweep(parent);
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^nacre-(\d+)-/.exec(basename(name)) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) removeGroup(join(parent, name));
  }
}

/** Removes an empty group; the kernel keeps one that is in use. */
function removeGroup(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // this kernel does not have the file
  }
}
