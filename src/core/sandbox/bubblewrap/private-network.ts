import { Fault } from "../../base/fault.ts";
import { SANDBOX_READY_MS } from "../../base/limits.ts";
import { within } from "../../base/with-timeout.ts";
import { HostHold } from "../../process/pipe/host-hold.ts";
import { limitPlan } from "../../process/rlimits.ts";
import { startProcess } from "../../process/spawn.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { installCommand } from "../../process/system/install-command.ts";
import { trustedProgram } from "../../process/trusted-program.ts";
import { FORWARDER, PROXY_SOCKET_INSIDE, TO_PROXY } from "../network/forwarder.ts";
import type { Scratch } from "../view/private-directories.ts";
import { systemView } from "../view/system-view.ts";
import { obstacleOf, unavailable } from "./find-bubblewrap.ts";
import { insideOf } from "./inspect-sandbox.ts";
import type { WallProgram } from "./walled-plan.ts";

/**
 * A network of the sandbox's own; only the proxy leads out of it. All shells of the sandbox are in it, as they all
 * share one /tmp: the session reaches what a background shell serves.
 */
export interface PrivateNetwork {
  /** The same plan, started in it. */
  enter(plan: SpawnPlan): SpawnPlan;
  /** The pid of the bubblewrap around the process that holds the network open. */
  readonly pid: number;
  close(): Promise<void>;
}

export type NetworkParts = WallProgram & {
  readonly scratch: Scratch;
  /** Whether the proxy's socket is mounted in it. */
  readonly hasProxy: boolean;
  /** Where its plans are started; as they are if not given. */
  readonly enter?: ((plan: SpawnPlan) => SpawnPlan) | undefined;
};

/**
 * Makes one. A network namespace belongs to the user namespace it was made in, so a shell has to enter that one too;
 * its bubblewrap then makes its own below it. The process that holds the network open sees programs and libraries, and
 * no file of the user.
 */
export async function openNetwork(parts: NetworkParts): Promise<PrivateNetwork> {
  const nsenter = neededProgram("nsenter", "util-linux", "shells enter");
  const perl = neededProgram("perl", "perl", "a process in it holds");
  const { enter = (plan: SpawnPlan): SpawnPlan => plan } = parts;
  const child = await startProcess(enter(holderPlan(perl, parts)));
  const host = new HostHold(child);
  const pid = child.pid ?? 0;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(0, 4096);
  });
  const close = async (): Promise<void> => {
    host.hold();
    child.kill("SIGKILL");
    await ended;
  };
  const speaks = new Promise<boolean>((resolve) => child.stdout?.once("data", () => resolve(true)));
  const isReady = await within(SANDBOX_READY_MS, Promise.race([speaks, ended.then(() => false)]));
  const inside = insideOf(insideOf(pid) ?? 0);
  if (isReady !== true || inside === undefined) {
    await close();
    throw unavailable(obstacleOf(said));
  }
  // The holder must not keep the host alive.
  host.letGo();
  const words = ["--target", String(inside), "--user", "--net", "--preserve-credentials", "--"];
  return {
    enter: (plan) => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Fault("SANDBOX_UNAVAILABLE", "the sandbox's network has ended; start anew");
      return { ...plan, file: nsenter, args: [...words, plan.file, ...plan.args] };
    },
    pid,
    close,
  };
}

/** A program without which there is no network of the sandbox's own. */
function neededProgram(name: string, packageName: string, how: string): string {
  const found = trustedProgram(name);
  if (found !== undefined) return found;
  throw unavailable({
    reason: `${name} is not installed where only root can change it, and ${how} a network of the sandbox's own with it`,
    fix: installCommand(packageName),
  });
}

/**
 * Mounts only the devices that perl needs: for a whole /dev bubblewrap would put the holder into another user namespace
 * than the network's.
 */
function holderPlan(perl: string, { bwrap, account, seccomp, limits, scratch, hasProxy }: NetworkParts): SpawnPlan {
  const plan = { file: perl, args: ["-e", FORWARDER, "--", ...(hasProxy ? TO_PROXY : [])], cwd: "/", env: {} };
  const { file, args } = limitPlan(plan, limits);
  const view = [
    ["--unshare-user", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ["--uid", String(account.uid), "--gid", String(account.gid), "--cap-drop", "ALL", "--die-with-parent"],
    seccomp === undefined ? [] : ["--seccomp", "4"],
    systemView(scratch.etc),
    ["--dev-bind", "/dev/null", "/dev/null", "--dir", "/run"],
    hasProxy ? ["--bind", scratch.proxySocket, PROXY_SOCKET_INSIDE] : [],
    ["--remount-ro", "/", "--chdir", "/"],
  ].flat();
  return {
    file: bwrap,
    args: ["--args", "3", "--", file, ...args],
    cwd: "/",
    env: {},
    descriptors: [Buffer.from(view.map((word) => `${word}\0`).join("")), ...(seccomp === undefined ? [] : [seccomp])],
  };
}
