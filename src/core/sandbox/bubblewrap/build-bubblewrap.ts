import { mkdtempSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { join, relative } from "node:path";
import { Fault } from "../../base/fault.ts";
import { type Limits, SANDBOX_LIMITS, sandboxMemory } from "../../base/limits.ts";
import { spaceOf } from "../../files/disk-space.ts";
import { isInside } from "../../files/path-inside.ts";
import { temporaryDirectory } from "../../files/temporary-directory.ts";
import { CACHE_DIRECTORY } from "../../knowledge/package-cache-places.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { runFile } from "../../process/run-file.ts";
import type { MachineContainment } from "../containment.ts";
import { socketCloser } from "../network/abstract-sockets.ts";
import { type Proxy, startProxy } from "../network/proxy.ts";
import type { Profile } from "../profile.ts";
import type { Sandbox, SandboxContext } from "../sandbox.ts";
import { homeInside, linkCaches } from "../view/mount-arguments.ts";
import { PackageCache } from "../view/package-cache.ts";
import { packageSettingsOf, writePackageSettings } from "../view/package-settings.ts";
import { createScratch, type Scratch } from "../view/private-directories.ts";
import { type Account, makePlaceInEtc, writeEtc } from "../view/system-view.ts";
import { toolchainsOf } from "../view/toolchains.ts";
import { gitSettingsOf, writeGitSettings } from "../view/user-git-identity.ts";
import { weakerLimits } from "../weaker-limits.ts";
import { Bubblewrap } from "./bubblewrap.ts";
import { cgroupAbilities } from "./cgroup.ts";
import { canEnterMounts } from "./enter-mounts.ts";
import { detectBubblewrap, obstacleOf, slowness, unavailable } from "./find-bubblewrap.ts";
import { type NetworkParts, openNetwork, type PrivateNetwork } from "./private-network.ts";
import { seccompFilter, setGidCalls } from "./seccomp.ts";
import type { WallProgram } from "./walled-plan.ts";

/**
 * Builds a bubblewrap sandbox and proves it with a harmless command, or throws a fault. `places` says where bubblewrap
 * may lie.
 */
export async function buildBubblewrap(
  profile: Profile,
  context: SandboxContext,
  places?: readonly string[],
): Promise<Sandbox> {
  const detection = await detectBubblewrap(places);
  if (detection.kind === "unusable") throw unavailable(detection);
  const limits = sandboxLimits(context.limits);
  const seccomp = seccompFilter(process.arch, [profile.workspace, ...profile.write].some(handsGroupDown));
  const closer = profile.network === "on" ? await socketCloser() : undefined;
  const program = {
    bwrap: detection.bwrap,
    account: accountFor(profile),
    seccomp,
    // A try has a listener already (try/refused-renames.ts), and the kernel gives a process no second one.
    leftToSupervisor: context.tried === undefined ? leftToSupervisor() : undefined,
    limits,
    socketCloser: closer,
  };
  const scratch = prepareScratch(profile, program);
  const settings = packageSettingsOf(profile.home, [profile.workspace, ...profile.write]);
  // Each shell has an empty home of its own where it is in memory: there they are mounted.
  writePackageSettings(settings, limits.tempBytes === 0 ? scratch.home : scratch.settings);
  const toolchains = toolchainsOf({ path: context.path ?? "", home: profile.home, workspace: profile.workspace });
  const cache = openCache(profile, toolchains);
  if (cache !== undefined && limits.tempBytes === 0) linkCaches({ profile, scratch, toolchains });
  const sandbox = new Bubblewrap({
    ...(await openWays(profile, program, { scratch, enter: context.tried?.enter })),
    machine: machineHere(profile, program),
    program,
    view: {
      profile,
      scratch,
      toolchains,
      isRoot: isRoot(),
      tempBytes: limits.tempBytes,
      settings: limits.tempBytes === 0 ? [] : [...settings.files.keys()],
      cache: cache?.directory,
      source: context.tried?.source,
    },
    tried: context.tried,
    withheld: settings.withheld,
    cache,
    spaceOf: context.spaceOf ?? spaceOf,
    onPartial: context.onPartial ?? "refuse",
  });
  try {
    await sandbox.events.begin();
    await prove(sandbox, profile, mkdtempSync(join(scratch.root, "proof-")));
    removeTraces(scratch, program.account);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return sandbox;
}

/** The cache of package managers, with places for what is mounted in it. */
function openCache(
  { cache = "private", ...profile }: Profile,
  toolchains: readonly string[],
): PackageCache | undefined {
  const opened = PackageCache.open(profile.stateDir, cache, profile.workspace);
  const caches = join(homeInside(profile.home), CACHE_DIRECTORY);
  for (const path of [...profile.read, ...profile.write, ...toolchains])
    if (path !== caches && isInside(path, caches)) opened?.makeWayTo(relative(caches, path));
  return opened;
}

/** Whether a directory has the set-gid bit, so that what is made in it belongs to its group. */
const handsGroupDown = (path: string): boolean => (statSync(path).mode & 0o2000) !== 0;

/** What a supervisor needs to give directories their set-gid bit itself. */
function leftToSupervisor(): WallProgram["leftToSupervisor"] {
  const [filter, calls] = [seccompFilter(process.arch, true), setGidCalls()];
  return filter === undefined || calls === undefined ? undefined : { seccomp: filter, calls };
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Root gets another uid inside, so that programs do not try what only root can do. */
const UNPRIVILEGED = { uid: 1000, gid: 1000 };

function accountFor({ home }: Profile): Account {
  const callers = {
    uid: process.getuid?.() ?? UNPRIVILEGED.uid,
    gid: process.getgid?.() ?? UNPRIVILEGED.gid,
  };
  return { ...(isRoot() ? UNPRIVILEGED : callers), home: homeInside(home) };
}

const sandboxLimits = (limits: Limits): Limits => ({
  ...limits,
  memoryBytes: limits.memoryBytes || sandboxMemory(machineMemory()),
  processes: limits.processes || SANDBOX_LIMITS.processes,
  fileBytes: limits.fileBytes || SANDBOX_LIMITS.fileBytes,
});

/** The memory of this machine, or of the container that this process is in. */
function machineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Makes the scratch directory, with an /etc and the user's git settings in it. */
function prepareScratch(profile: Profile, { account, limits }: WallProgram): Scratch {
  const gitSettings = gitSettingsOf(profile.home, [profile.workspace, ...profile.write]);
  const scratch = createScratch(parentOfScratch(profile));
  writeEtc(scratch.etc, account);
  for (const path of profile.read) if (isInside(path, "/etc")) makePlaceInEtc(scratch.etc, path);
  if (gitSettings !== undefined) writeGitSettings(gitSettings, scratch, limits);
  return scratch;
}

/** Scratch must not lie in a writable tree: a command could rename its parent. */
function parentOfScratch({ workspace, write }: Profile): string {
  const parent = temporaryDirectory();
  const root = [workspace, ...write].find((one) => parent !== one && isInside(parent, one));
  if (root === undefined) return parent;
  throw new Fault(
    "CONFIG_INVALID",
    `sandbox: the temporary directory ${parent} lies in ${root}, where commands could move it; set TMPDIR to another`,
  );
}

/** Opens the network of the shells, and the proxy that leads out of it where the operator listed hosts. */
async function openWays(
  { network }: Profile,
  program: WallProgram,
  { scratch, enter }: Pick<NetworkParts, "scratch" | "enter">,
): Promise<{ readonly network: PrivateNetwork | "host"; readonly proxy: Proxy | undefined }> {
  if (network === "on") return { network: "host", proxy: undefined };
  const proxy = network === "off" ? undefined : await startProxy({ socketPath: scratch.proxySocket, rules: network });
  try {
    return { network: await openNetwork({ ...program, scratch, enter, hasProxy: proxy !== undefined }), proxy };
  } catch (error) {
    await proxy?.close();
    scratch.remove();
    throw error;
  }
}

const machineHere = ({ network }: Profile, { limits, socketCloser: closer }: WallProgram): MachineContainment => ({
  isRoot: isRoot(),
  countsProcesses: cgroupAbilities().includes("processes"),
  filters: seccompFilter() !== undefined,
  seals: canEnterMounts(),
  arch: process.arch,
  weaker: weakerLimits({
    boundsMemory: cgroupAbilities().includes("memoryBytes"),
    memoryBytes: limits.memoryBytes,
    reachesSockets: network === "on" && closer === undefined,
    isRoot: isRoot(),
  }),
});

/** How long the proof of a sandbox may take. */
const PROOF_MS = 20_000;

/** Starts a real sandboxed shell once, with a command that changes nothing. */
async function prove(sandbox: Sandbox, profile: Profile, runtimeDir: string): Promise<void> {
  const access = profile.name === "workspace" ? "-w" : "-r";
  const { plan } = sandbox.wrap(
    { file: "/usr/bin/test", args: [access, profile.workspace], cwd: runtimeDir, env: {} },
    { runtimeDir },
  );
  const { exitCode, stderr } = await runFile(plan, { timeoutMs: PROOF_MS });
  if (exitCode === 0) return;
  if (exitCode === undefined && stderr === "") throw unavailable(slowness(PROOF_MS / 1000, canEnterMounts()));
  if (exitCode === 1 && stderr === "") {
    throw unavailable({
      reason: `the workspace ${profile.workspace} cannot be ${access === "-w" ? "written" : "read"} by the user nacre runs as, and no one is above file permissions in the sandbox`,
      fix: `start nacre as the owner of ${profile.workspace}`,
    });
  }
  throw unavailable(obstacleOf(stderr));
}

/**
 * Removes the directories that the proof made on the way to its runtime directory: commands must not find them in a
 * private directory.
 */
function removeTraces(scratch: Scratch, { home }: Account): void {
  const privates = [
    { inside: "/tmp", onDisk: scratch.tmp },
    { inside: home, onDisk: scratch.home },
  ];
  for (const { inside, onDisk } of privates)
    if (isInside(scratch.root, inside)) removeTree(join(onDisk, relative(inside, scratch.root)));
}
