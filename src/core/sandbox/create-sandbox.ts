import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Fault } from "../base/fault.ts";
import { type Limits, SANDBOX_LIMITS } from "../base/limits.ts";
import { spaceOf } from "../files/disk-space.ts";
import { isInside } from "../files/path-inside.ts";
import { removeTree } from "../process/remove-tree.ts";
import { runFile } from "../process/run-file.ts";
import { Bubblewrap } from "./bubblewrap/bubblewrap.ts";
import { cgroupAbilities } from "./bubblewrap/cgroup.ts";
import { detectBubblewrap, obstacleOf, unavailable } from "./bubblewrap/find-bubblewrap.ts";
import { openNetwork } from "./bubblewrap/private-network.ts";
import { canSeal } from "./bubblewrap/seal-paths.ts";
import { seccompFilter } from "./bubblewrap/seccomp.ts";
import { containmentOf } from "./containment.ts";
import { scanWorkspace } from "./guard/workspace-scan.ts";
import { startProxy } from "./network/proxy.ts";
import { createNoSandbox } from "./none.ts";
import { type Profile, parseProfile } from "./profile.ts";
import type { Containment, Sandbox, SandboxContext, SandboxRequest } from "./sandbox.ts";
import { homeInside } from "./view/mount-arguments.ts";
import { createScratch } from "./view/private-directories.ts";
import { makePlaceInEtc, writeEtc } from "./view/system-view.ts";
import { toolchainsOf } from "./view/toolchains.ts";
import { gitSettingsOf, writeGitSettings } from "./view/user-git-identity.ts";

/** The sandbox that was asked for, proved by a harmless command, or a fault. Never one that holds less. `places` is where bubblewrap may be. */
export async function createSandbox(
  request: SandboxRequest,
  context: SandboxContext,
  places?: readonly string[],
): Promise<Sandbox> {
  if (request === "none") return createNoSandbox(context.limits);
  const profile = parseProfile(request, context);
  const detection = await detectBubblewrap(places);
  if (detection.kind === "unusable") throw unavailable(detection);
  const limits = sandboxLimits(context.limits);
  const isRoot = process.getuid?.() === 0;
  const account = { ...(isRoot ? UNPRIVILEGED : callersIds()), home: homeInside(profile.home) };
  const gitSettings = gitSettingsOf(profile.home, [profile.workspace, ...profile.write]);
  const scratch = createScratch(parentOfScratch(profile));
  writeEtc(scratch.etc, account);
  for (const path of profile.read) if (isInside(path, "/etc")) makePlaceInEtc(scratch.etc, path);
  if (gitSettings !== undefined) writeGitSettings(gitSettings, scratch, limits);
  const proxy =
    typeof profile.network === "string"
      ? undefined
      : await startProxy({ socketPath: scratch.proxySocket, rules: profile.network });
  const seccomp = seccompFilter();
  const { bwrap } = detection;
  const hasProxy = proxy !== undefined;
  const network =
    profile.network === "on"
      ? "host"
      : await openNetwork({ bwrap, account, seccomp, limits, scratch, hasProxy }).catch(async (error) => {
          await proxy?.close();
          scratch.remove();
          throw error;
        });
  const sandbox = new Bubblewrap({
    profile,
    scratch,
    limits,
    account,
    isRoot,
    network,
    proxy,
    bwrap,
    spaceOf: context.spaceOf ?? spaceOf,
    seccomp,
    tempBytes: limits.tempBytes,
    toolchains: toolchainsOf({ path: context.path ?? "", home: profile.home, workspace: profile.workspace }),
    containment: containmentHere(isRoot, profile),
  });
  try {
    await prove(sandbox, profile, mkdtempSync(join(scratch.root, "proof-")));
    // The way that led to it: nothing that commands find in a private directory should be ours.
    for (const [inside, onDisk] of [
      ["/tmp", scratch.tmp],
      [account.home, scratch.home],
    ] as const)
      if (isInside(scratch.root, inside)) removeTree(join(onDisk, relative(inside, scratch.root)));
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return sandbox;
}

/** What a shell is made of lies there: not where commands could move it with a directory. */
function parentOfScratch({ workspace, write }: Profile): string {
  const parent = realpathSync(tmpdir());
  const root = [workspace, ...write].find((one) => parent !== one && isInside(parent, one));
  if (root === undefined) return parent;
  throw new Fault(
    "CONFIG_INVALID",
    `sandbox: the temporary directory ${parent} lies in ${root}, where commands could move it; set TMPDIR to another`,
  );
}

/** Root is somebody else inside, so that programs do not try what only root can. */
const UNPRIVILEGED = { uid: 1000, gid: 1000 };

const callersIds = (): { readonly uid: number; readonly gid: number } => ({
  uid: process.getuid?.() ?? UNPRIVILEGED.uid,
  gid: process.getgid?.() ?? UNPRIVILEGED.gid,
});

const sandboxLimits = (limits: Limits): Limits => ({
  ...limits,
  memoryBytes: limits.memoryBytes || SANDBOX_LIMITS.memoryBytes,
  processes: limits.processes || SANDBOX_LIMITS.processes,
  fileBytes: limits.fileBytes || SANDBOX_LIMITS.fileBytes,
});

const containmentHere = (isRoot: boolean, { workspace }: Profile): Containment =>
  containmentOf({
    isRoot,
    countsProcesses: cgroupAbilities().includes("processes"),
    filters: seccompFilter() !== undefined,
    searched: scanWorkspace(workspace).complete,
    seals: canSeal(),
    arch: process.arch,
  });

/** Starts the real thing once, with a command that changes nothing. */
async function prove(sandbox: Sandbox, profile: Profile, runtimeDir: string): Promise<void> {
  const access = profile.name === "workspace" ? "-w" : "-r";
  const plan = sandbox.wrap(
    { file: "/usr/bin/test", args: [access, profile.workspace], cwd: runtimeDir, env: {} },
    { runtimeDir },
  );
  const { exitCode, stderr } = await runFile(plan, { timeoutMs: 20_000 });
  if (exitCode === 0) return;
  if (exitCode === 1 && stderr === "") {
    throw unavailable({
      reason: `the workspace ${profile.workspace} cannot be ${access === "-w" ? "written" : "read"} by the user nacre runs as, and no one is above file permissions in the sandbox`,
      fix: `start nacre as the owner of ${profile.workspace}`,
    });
  }
  throw unavailable(obstacleOf(stderr));
}
