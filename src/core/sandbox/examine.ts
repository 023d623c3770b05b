import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { isFault } from "../base/fault.ts";
import { limitsOf, SANDBOX_LIMITS } from "../base/limits.ts";
import { temporaryDirectory } from "../files/temporary-directory.ts";
import { bashPath, bashVersion } from "../process/interpreter-paths.ts";
import { reach } from "../process/supervisor/reach.ts";
import { HAS_PROC } from "../process/system/has-proc.ts";
import { installCommand } from "../process/system/install-command.ts";
import { absenceOf, trustedProgram } from "../process/trusted-program.ts";
import { cgroupAbilities } from "./bubblewrap/cgroup.ts";
import { canEnterMounts } from "./bubblewrap/enter-mounts.ts";
import { ASK_DOCTOR, detectBubblewrap, obstacleBehind } from "./bubblewrap/find-bubblewrap.ts";
import { seccompFilter } from "./bubblewrap/seccomp.ts";
import { createSandbox } from "./create-sandbox.ts";
import { toolchainsOf } from "./view/toolchains.ts";

/** One thing that a machine can or cannot do, and what would change it. */
export type MachineFinding = {
  readonly name: string;
  readonly state: "ok" | "partly" | "missing";
  readonly what: string;
  readonly fix?: string;
};

/** What the machine itself says; tests pass another machine's. */
export type MachineFacts = {
  readonly platform: string;
  readonly arch: string;
  readonly kernel: string;
  readonly isRoot: boolean;
  readonly countsProcesses: boolean;
};

export type Examined = {
  readonly home: string;
  readonly path: string;
  readonly places?: readonly string[];
  readonly facts?: MachineFacts;
};

const here = (): MachineFacts => ({
  platform: process.platform,
  arch: process.arch,
  kernel: release(),
  isRoot: process.getuid?.() === 0,
  countsProcesses: cgroupAbilities().includes("processes"),
});

/** Finds out by trying, in a throwaway workspace, what this machine can contain. */
export async function examineMachine({
  home,
  path,
  places,
  facts = here(),
}: Examined): Promise<readonly MachineFinding[]> {
  const everywhere = [
    bash(),
    supervisor(),
    program("git", "repositories that commands make are disarmed with it, snapshots of repositories are taken with it"),
  ];
  if (facts.platform !== "linux" || !HAS_PROC)
    return [ground(facts), ...everywhere, await bubblewrap("sandbox", places, facts.platform), endings(facts)];
  return [
    ...everywhere,
    await bubblewrap("bubblewrap", places),
    await wall(home, places),
    endings(facts),
    counting(facts),
    {
      name: "system calls",
      ...(seccompFilter(facts.arch) === undefined
        ? { state: "partly", what: `not filtered: their numbers on ${facts.arch} are not known` }
        : { state: "ok", what: `filtered (${facts.arch})` }),
    },
    liveProtection(facts),
    toolchains(home, path),
  ];
}

/** What nacre stands on where there is no /proc. */
function ground({ platform }: MachineFacts): MachineFinding {
  const system = platform === "darwin" ? "macOS: untested" : `${platform} without /proc: for tests`;
  return {
    name: "system",
    state: "partly",
    what: `${system}; processes are found with ps; daemons can get away; no sandbox; ports, and who waits for input, are not known; no terminals`,
    fix: "run nacre on Linux, or in a Linux container or virtual machine",
  };
}

/** Whether what a command makes is protected in shells that run. */
function liveProtection({ kernel, arch }: MachineFacts): MachineFinding {
  const name = "live protection";
  if (canEnterMounts(kernel, arch))
    return { name, state: "ok", what: "a repository that a command makes is protected before the next command" };
  const late = "a repository that a command makes is protected in new sessions only";
  if (trustedProgram("perl") !== undefined)
    return { name, state: "partly", what: `${late}, on Linux ${kernel}`, fix: "use Linux 5.12 or newer" };
  const { reason, fix } = absenceOf("perl");
  return { name, state: "partly", what: `${late}: perl is ${reason}`, fix };
}

function program(name: string, why: string): MachineFinding {
  const found = trustedProgram(name);
  if (found !== undefined) return { name, state: "ok", what: found };
  const { reason, fix } = absenceOf(name);
  return { name, state: "missing", what: `${reason}: ${why}`, fix };
}

/** What runs every shell's supervisor, and what else perl is needed for. */
function supervisor(): MachineFinding {
  const name = "supervisor";
  const perl = trustedProgram("perl");
  if (perl !== undefined) return { name, state: "ok", what: `in perl (${perl})` };
  const python = trustedProgram("python3");
  const { reason, fix } = absenceOf("perl");
  return python === undefined
    ? { name, state: "missing", what: `perl and python3 are ${reason}`, fix }
    : {
        name,
        state: "partly",
        what: `in python3 (${python}): perl is missing, which a sandbox without the host's network and the live protection need`,
        fix,
      };
}

/** @internal */
export function bash(given?: string): MachineFinding {
  const name = "bash";
  try {
    const path = bashPath(given);
    return { name, state: "ok", what: `${path}, version ${bashVersion(path)}` };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { name, state: "missing", what: error.message, fix: installCommand("bash") };
  }
}

async function bubblewrap(
  name: string,
  places?: readonly string[],
  platform: string = process.platform,
): Promise<MachineFinding> {
  const detection = await detectBubblewrap(places, platform);
  return detection.kind === "usable"
    ? { name, state: "ok", what: `${detection.bwrap}, version ${detection.version}` }
    : { name, state: "missing", what: detection.reason, fix: detection.fix };
}

/** Builds a real sandbox and closes it again. */
async function wall(home: string, places?: readonly string[]): Promise<MachineFinding> {
  const name = "sandbox";
  try {
    return { name, ...(await wallIn(temporaryDirectory(), home, places)) };
  } catch (error) {
    if (!isFault(error)) throw error;
    const { reason, fix } = obstacleBehind(error) ?? { reason: error.message };
    const helps = fix === undefined || fix === ASK_DOCTOR ? {} : { fix };
    return { name, state: "missing", what: `cannot be built: ${reason}`, ...helps };
  }
}

async function wallIn(
  parent: string,
  home: string,
  places?: readonly string[],
): Promise<Pick<MachineFinding, "state" | "what">> {
  const root = mkdtempSync(join(parent, "nacre-doctor-"));
  try {
    for (const directory of ["workspace", "state"]) mkdirSync(join(root, directory));
    const context = { workspace: join(root, "workspace"), stateDir: join(root, "state"), home, limits: limitsOf() };
    const sandbox = await createSandbox({ profile: "workspace", network: { allow: [] } }, context, places);
    await sandbox.close();
    const { level, reasons } = sandbox.containment;
    return { state: level === "full" ? "ok" : "partly", what: [`containment is ${level}`, ...reasons].join("; ") };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** How nacre finds and ends every process that a command started. */
function endings({ platform }: MachineFacts): MachineFinding {
  return platform === "linux" && reach() === "everything"
    ? {
        name: "endings",
        state: "ok",
        what: "in a sandbox the kernel ends everything (pid namespace); without one a subreaper finds what daemonised, but not what another service started for it (cron, systemd-run, docker)",
      }
    : {
        name: "endings",
        state: "partly",
        what: "without a sandbox, what is in the process tree of a command; a daemon is not found",
        fix: platform === "linux" && HAS_PROC ? "use a sandbox" : "run nacre on Linux, with /proc",
      };
}

function counting({ isRoot, countsProcesses }: MachineFacts): MachineFinding {
  const name = "process limit";
  if (!isRoot)
    return {
      name,
      state: "ok",
      what: `counted per sandbox by the kernel (${SANDBOX_LIMITS.processes} unless said otherwise)`,
    };
  if (countsProcesses) return { name, state: "ok", what: "counted by a control group, because nacre runs as root" };
  return {
    name,
    state: "partly",
    what: "not counted: nacre runs as root and no control group can be made here",
    fix: "run nacre as a plain user",
  };
}

function toolchains(home: string, path: string): MachineFinding {
  const shown = toolchainsOf({ path, home, workspace: join(home, "workspace") });
  return {
    name: "toolchains",
    state: "ok",
    what: shown.length === 0 ? "none outside the system" : `shown read-only: ${shown.join(", ")}`,
  };
}
