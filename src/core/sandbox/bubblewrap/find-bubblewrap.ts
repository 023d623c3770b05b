import { readFileSync } from "node:fs";
import { Fault } from "../../base/fault.ts";
import { runFile } from "../../process/run-file.ts";
import { HAS_PROC } from "../../process/system/has-proc.ts";
import { installCommand } from "../../process/system/install-command.ts";
import { absenceOf, trustedProgram } from "../../process/trusted-program.ts";

/** The oldest bubblewrap that can switch off nested user namespaces and size a tmpfs. */
const OLDEST = [0, 8, 0] as const;

/** Why no sandbox can be built here, and the one command that helps. */
export type Obstacle = { readonly reason: string; readonly fix: string };

export type Detection =
  | { readonly kind: "usable"; readonly bwrap: string; readonly version: string }
  | ({ readonly kind: "unusable" } & Obstacle);

/** Finds a bubblewrap that is new enough. Only a run shows whether the kernel lets it work. */
export async function detectBubblewrap(
  places?: readonly string[],
  platform: string = process.platform,
): Promise<Detection> {
  if (platform !== "linux") {
    return {
      kind: "unusable",
      reason: `there is no sandbox for ${platform} yet`,
      fix: "run nacre on Linux, or in a Linux container or WSL",
    };
  }
  if (!HAS_PROC) {
    return {
      kind: "unusable",
      reason: "a sandbox needs /proc, which NACRE_PROCESS_TABLE tells nacre to do without",
      fix: "unset NACRE_PROCESS_TABLE",
    };
  }
  const bwrap = trustedProgram("bwrap", places);
  if (bwrap === undefined) {
    const { reason, fix } = absenceOf("bubblewrap");
    return { kind: "unusable", reason: `bubblewrap (bwrap) is ${reason}`, fix };
  }
  const { stdout } = await runFile({ file: bwrap, args: ["--version"], cwd: "/", env: {} });
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(stdout);
  if (version === null || isOlder(version.slice(1, 4).map(Number), OLDEST)) {
    return {
      kind: "unusable",
      reason: `${bwrap} is ${version === null ? "of unknown version" : `version ${version[0]}`}; ${OLDEST.join(".")} or newer is needed`,
      fix: installCommand("bubblewrap"),
    };
  }
  return { kind: "usable", bwrap, version: version[0] };
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [index, least] of than.entries()) {
    const part = version[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

/** The fix for what is not understood; the doctor itself cannot give it. */
export const ASK_DOCTOR: string = "nacre doctor";

/**
 * What podman and docker take away that bubblewrap needs: namespaces (seccomp), a /proc of its own (parts of the
 * container's are covered), mounts (AppArmor).
 * @internal tests start containers with them
 */
export const CONTAINER_FLAGS: string = ["seccomp", "systempaths", "apparmor"]
  .map((what) => `--security-opt ${what}=unconfined`)
  .join(" ");

const MORE_NAMESPACES = "sudo sysctl -w user.max_user_namespaces=15000";

/** Why bubblewrap did not start, from what it printed. */
export function obstacleOf(stderr: string, setting: (path: string) => string = read): Obstacle {
  const said = stderr.trim().replace(/\n[^]*$/, "");
  if (
    /No permissions to creat|setting up uid map|Operation not permitted|Creating new namespace failed|No space left on device|max_user_namespaces: Read-only/.test(
      said,
    )
  ) {
    if (setting("/proc/sys/user/max_user_namespaces").trim() === "0") {
      return {
        reason: "user namespaces are switched off (user.max_user_namespaces is 0)",
        fix: MORE_NAMESPACES,
      };
    }
    if (setting("/proc/sys/kernel/unprivileged_userns_clone").trim() === "0") {
      return {
        reason: "user namespaces are closed to plain users",
        fix: "sudo sysctl -w kernel.unprivileged_userns_clone=1",
      };
    }
    if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").trim() === "1") {
      return {
        reason: "AppArmor keeps plain users from making user namespaces",
        fix: "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
      };
    }
    if (/No space left on device|ENOSPC/.test(said))
      return { reason: "no more namespaces can be made here: their number or depth is used up", fix: MORE_NAMESPACES };
    return {
      reason: `this machine does not let bubblewrap make namespaces (${said})`,
      fix: `in a container: start it with ${CONTAINER_FLAGS}`,
    };
  }
  return { reason: said === "" ? "bubblewrap ended without a word" : said, fix: ASK_DOCTOR };
}

/** Why a sandboxed program that changes nothing was not done in time. `keeps`: whether a keeper can hold many mounts. */
export const slowness = (seconds: number, keeps: boolean): Obstacle => ({
  reason: `a first sandboxed program was not done after ${seconds} s: the machine has no time, or the workspace has more repositories, secrets and guarded files than can be mounted in it`,
  fix: keeps ? "start nacre in the directory of one project" : installCommand("perl"),
});

export const unavailable = (obstacle: Obstacle): Fault =>
  new Fault("SANDBOX_UNAVAILABLE", `${obstacle.reason}. To fix it: ${obstacle.fix}. To do without: sandbox "none"`, {
    cause: obstacle,
  });

/** The obstacle that a fault carries as its cause. */
export function obstacleBehind({ cause }: Fault): Obstacle | undefined {
  if (typeof cause !== "object" || cause === null || !("reason" in cause) || !("fix" in cause)) return undefined;
  const { reason, fix } = cause;
  return typeof reason === "string" && typeof fix === "string" ? { reason, fix } : undefined;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // this kernel does not have it
  }
}
