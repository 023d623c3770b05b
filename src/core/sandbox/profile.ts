import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import { Fault } from "../base/fault.ts";
import { isInside } from "../files/path-inside.ts";
import { SYSTEM_DIRECTORIES } from "../knowledge/system-places.ts";
import { homeSecretsIn } from "./home-secrets.ts";
import { type HostRule, parseHostRules } from "./network/host-rules.ts";
import type { CacheMode, SandboxContext, SandboxProfileName, SandboxRequest } from "./sandbox.ts";

/** What commands may read, write and reach: the operator's request, checked. All paths are resolved. */
export type Profile = {
  readonly name: SandboxProfileName;
  readonly network: "on" | "off" | readonly HostRule[];
  readonly workspace: string;
  readonly home: string;
  readonly stateDir: string;
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** "private" if not given. */
  readonly cache?: CacheMode;
  /** Files in the workspace that no command may change. */
  readonly guard: readonly string[];
};

/** The request as a profile. A request that cannot be meant is a fault that says what to write instead. */
export function parseProfile(request: Exclude<SandboxRequest, "none">, context: SandboxContext): Profile {
  const {
    profile,
    network = "on",
    read = [],
    write = [],
    cache = "private",
  } = typeof request === "string" ? { profile: request } : request;
  if (profile !== "workspace" && profile !== "readonly") {
    const asked = profile === undefined ? "a profile must be named" : `there is no profile ${JSON.stringify(profile)}`;
    throw refusal(`${asked}; there are "workspace" and "readonly"`);
  }
  const home = resolved(context.home);
  const stateDir = resolved(context.stateDir);
  const workspace = parseWorkspace(context.workspace, home, stateDir);
  const reads = read.map((path) => parsePath("read", path, home));
  const writes = write.map((path) => parsePath("write", path, home));
  for (const path of writes) refuseWrite(path, { workspace, home, stateDir });
  for (const path of reads) refuseRead(path, stateDir);
  refuseOverlap([...reads, ...writes]);
  const guard = parseGuard(context.guard ?? [], workspace);
  return {
    name: profile,
    network: parseNetwork(network),
    workspace,
    home,
    stateDir,
    read: reads,
    write: writes,
    cache: parseCache(cache),
    guard,
  };
}

function parseCache(cache: CacheMode): CacheMode {
  if (["private", "shared", "none"].includes(cache)) return cache;
  throw refusal(`cache is ${JSON.stringify(cache)}; it must be "private", "shared" or "none"`);
}

function parseNetwork(network: unknown): Profile["network"] {
  if (network === "on" || network === "off") return network;
  if (typeof network === "object" && network !== null && "allow" in network && Array.isArray(network.allow)) {
    return parseHostRules(network.allow);
  }
  throw refusal(`network is ${JSON.stringify(network)}; it must be "on", "off" or { allow: [hosts] }`);
}

function parseWorkspace(path: string, home: string, stateDir: string): string {
  if (!isAbsolute(path)) throw refusal(`the workspace ${JSON.stringify(path)} is not an absolute path`);
  const workspace = existing("the workspace", path);
  if (!lstatSync(workspace).isDirectory()) throw refusal(`the workspace ${workspace} is not a directory`);
  const because = noWorkspaceBecause({ workspace, home, stateDir });
  if (because !== undefined) {
    throw refusal(`${workspace} cannot be a workspace: ${because}; start in the directory of one project`);
  }
  return workspace;
}

/** The three places that paths of a profile are measured against. */
type Places = { readonly workspace: string; readonly home: string; readonly stateDir: string };

function noWorkspaceBecause({ workspace, home, stateDir }: Places): string | undefined {
  if (workspace === "/") return "it is the whole machine";
  if (isInside(home, workspace)) return "your home directory lies in it, with every key and start file";
  if (SHARED.includes(workspace)) return SHARED_BECAUSE;
  if (isOfTheSystem(workspace)) return "it is a part of the system";
  if (isInside(workspace, stateDir)) return "nacre keeps its own records there";
  if (isInside(stateDir, workspace) && dirname(stateDir) !== workspace)
    return `nacre's own records lie deep in it, in ${stateDir}, where commands could move them`;
  return undefined;
}

const isOfTheSystem = (path: string): boolean =>
  SYSTEM_DIRECTORIES.some((system) => isInside(path, system) || isInside(system, path));

/** A command could replace a link in the workspace, so a link cannot be guarded. */
function parseGuard(paths: readonly string[], workspace: string): readonly string[] {
  return paths.flatMap((path) => {
    const named = join(resolved(dirname(path)), basename(path));
    const real = existing("guard:", path);
    if (real !== named && isInside(named, workspace))
      throw refusal(`${named} says what commands may do, and is a link that they could replace; name ${real} instead`);
    return isInside(real, workspace) ? [real] : [];
  });
}

function parsePath(option: "read" | "write", given: string, home: string): string {
  const path = given === "~" || given.startsWith("~/") ? join(home, given.slice(1)) : given;
  if (!isAbsolute(path)) throw refusal(`${option}: ${JSON.stringify(given)} is not an absolute path`);
  const real = existing(`${option}:`, path);
  const plain = normalize(path).replace(/(.)\/+$/, "$1");
  if (real !== plain) throw refusal(`${option}: ${path} leads through a link; name ${real} if that is what is meant`);
  return real;
}

/** Sockets of agents and terminals live here; reaching one escapes the sandbox. */
const SHARED = ["/tmp", "/var/tmp"];
const SHARED_BECAUSE = "every program's temporary files and sockets lie in it";

/** Paths of which a sandbox has its own: the host's in their place would break it. */
const OWN_TREES = ["/proc", "/dev"];
const OWN_DIRECTORIES = ["/", "/etc", "/tmp"];

function refuseRead(path: string, stateDir: string): void {
  if (OWN_TREES.some((own) => isInside(path, own)))
    throw refusal(`read: ${path} cannot be opened to commands; the sandbox has one of its own`);
  if (OWN_DIRECTORIES.includes(path) || isInside(path, stateDir))
    throw refusal(`read: ${path} cannot be opened to commands; name what is needed in it`);
}

function notWritableBecause(path: string, { workspace, home, stateDir }: Places): string | undefined {
  if (path === "/" || isInside(home, path)) return "your home directory lies in it";
  if (isInside(workspace, path)) return "the workspace lies in it; a workspace is writable already";
  if (SHARED.includes(path)) return SHARED_BECAUSE;
  if (isOfTheSystem(path)) return "it is a part of the system";
  if (isInside(path, stateDir) || isInside(stateDir, path)) return "nacre keeps its own records there";
  return deepSecretIn(path, home);
}

function refuseWrite(path: string, places: Places): void {
  const because = notWritableBecause(path, places);
  if (because !== undefined) throw refusal(`write: ${path} cannot be made writable: ${because}`);
}

/**
 * A secret below a subdirectory of a writable directory: a command could rename that subdirectory and move the secret
 * away from the mount that hides it.
 */
function deepSecretIn(path: string, home: string): string | undefined {
  const secret = homeSecretsIn(home).find((one) => isInside(one, path) && one !== path && dirname(one) !== path);
  return secret === undefined
    ? undefined
    : `${secret} lies deep in it and could not be hidden; name what is needed in it`;
}

function refuseOverlap(paths: readonly string[]): void {
  for (const [index, path] of paths.entries()) {
    const other = paths.find((candidate, at) => at !== index && isInside(path, candidate));
    if (other !== undefined) throw refusal(`read and write overlap: ${path} lies in ${other}; name each path once`);
  }
}

function existing(what: string, path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new Fault("CONFIG_INVALID", `sandbox: ${what} ${path} does not exist`, { cause });
  }
}

/** A path without links; as it is where nothing lies there yet. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return normalize(path); // nothing is there, so no link is either
  }
}

const refusal = (why: string): Fault => new Fault("CONFIG_INVALID", `sandbox: ${why}`);
