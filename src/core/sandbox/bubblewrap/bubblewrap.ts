import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../../base/limits.ts";
import type { Wall } from "../../base/wall.ts";
import type { DiskSpace } from "../../files/disk-space.ts";
import { isInside } from "../../files/path-inside.ts";
import { CACHE_DIRECTORY, CACHE_VARIABLES } from "../../knowledge/package-cache-places.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { containmentOf, type MachineContainment } from "../containment.ts";
import { explainRefusal } from "../explain/explain.ts";
import { PROXY_ENVIRONMENT } from "../network/forwarder.ts";
import type { Proxy } from "../network/proxy.ts";
import {
  type CommandOutcome,
  type Containment,
  type OnPartial,
  type Sandbox,
  type ShellDirectories,
  type TriedWorkspace,
  type WrappedPlan,
  wallOf,
} from "../sandbox.ts";
import type { ViewParts } from "../view/mount-arguments.ts";
import type { PackageCache } from "../view/package-cache.ts";
import type { Withheld } from "../view/package-settings.ts";
import { wallStands } from "./inspect-sandbox.ts";
import type { PrivateNetwork } from "./private-network.ts";
import { RetainedMounts } from "./retain-mounts.ts";
import { ShellCgroups } from "./shell-cgroups.ts";
import type { Protection } from "./tried/protection.ts";
import { TriedProtection } from "./tried/tried-protection.ts";
import { checkLaid, laidBy } from "./verify-mounts.ts";
import { type WallProgram, walledPlan } from "./walled-plan.ts";
import { WorkspaceProtection } from "./workspace-protection.ts";

export type BubblewrapParts = {
  /** What the machine can do. */
  readonly machine: MachineContainment;
  readonly program: WallProgram;
  readonly view: ViewParts;
  /** The network of its shells: its own, or the host's. */
  readonly network: PrivateNetwork | "host";
  /** The way to the listed hosts; undefined where the operator listed none. */
  readonly proxy: Proxy | undefined;
  /** Settings of the user that are not shown because of a credential. */
  readonly withheld: readonly Withheld[];
  /** What package managers downloaded, kept for the next sandbox. */
  readonly cache?: PackageCache | undefined;
  /** The free space on the disk of a directory. */
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
  readonly onPartial: OnPartial;
  /** What commands change in the place of the workspace, in a try. */
  readonly tried?: TriedWorkspace | undefined;
};

/** Where `npm install -g` puts programs: the machine's own place cannot be written. */
const GLOBAL_PACKAGES = ".npm-global";

const cacheVariables = (home: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(CACHE_VARIABLES).map(([name, place]) => [name, join(home, CACHE_DIRECTORY, place)]),
  );

/** Without a network a retry fails too, after a minute of waiting. */
const NO_RETRIES = { NPM_CONFIG_FETCH_RETRIES: "0", PIP_RETRIES: "0" };

/** The wall on Linux, built by a bubblewrap that lies in a fixed place. */
export class Bubblewrap implements Sandbox {
  readonly wall: Wall;
  readonly limits: Limits;
  readonly events: Protection;
  readonly #parts: BubblewrapParts;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #groups: ShellCgroups;
  readonly #mounts = new RetainedMounts();

  constructor(parts: BubblewrapParts) {
    const { program, view, proxy, spaceOf, onPartial, tried } = parts;
    this.#parts = parts;
    this.wall = { ...wallOf(view.profile), ...(tried === undefined ? {} : { isTry: true }) };
    this.limits = program.limits;
    this.#groups = new ShellCgroups(program.limits);
    const { root: scratchRoot, tmp, home } = view.scratch;
    const bounded = view.tempBytes > 0 ? [] : [tmp, home];
    const { profile } = view;
    const keeperPlan = (): SpawnPlan => this.#keeperPlan();
    const disks = { profile, scratchRoot, bounded, spaceOf };
    this.events =
      tried === undefined
        ? new WorkspaceProtection({ ...disks, onPartial, keeperPlan })
        : new TriedProtection({ ...disks, holds: tried.holds });
    this.#environment = {
      HOME: program.account.home,
      TMPDIR: "/tmp",
      USER: "agent",
      LOGNAME: "agent",
      ...(view.cache === undefined ? {} : cacheVariables(program.account.home)),
      NPM_CONFIG_PREFIX: join(program.account.home, GLOBAL_PACKAGES),
      ...(proxy === undefined ? {} : PROXY_ENVIRONMENT),
      ...(view.profile.network === "off" ? NO_RETRIES : {}),
    };
  }

  get containment(): Containment {
    return containmentOf({ ...this.#parts.machine, ...this.events.state });
  }

  wrap(plan: SpawnPlan, directories: ShellDirectories): WrappedPlan {
    const { program, view, cache } = this.#parts;
    cache?.ensure();
    const seals = this.events.sealsForNewShell(directories);
    const laid = laidBy(seals.laid, view.profile.workspace);
    const { PATH } = plan.env;
    const globals = join(program.account.home, GLOBAL_PACKAGES, "bin");
    const environment = { ...this.#environment, ...(PATH === undefined ? {} : { PATH: `${PATH}:${globals}` }) };
    const { keeper } = seals;
    const walled = walledPlan(program, view, { plan, environment, directories, seals: seals.laid, keeper });
    const group = this.#groups.create();
    let letGo = (): void => undefined;
    let shell = 0;
    return {
      plan: { ...this.#placed(walled), groups: group?.directories ?? [] },
      started: async (pid) => {
        shell = pid;
        this.events.addShell(pid, group?.freezer);
        const grafted = keeper === undefined ? undefined : view.profile.workspace;
        await Promise.all([wallStands(pid, grafted), this.events.look()]);
        letGo = this.#mounts.hold(pid);
        checkLaid(pid, laid);
        await this.events.shellStarted(pid, seals);
      },
      wake: () => this.events.wake(),
      ending: () => this.events.shellEnds(shell),
      ended: () => {
        letGo();
        this.#groups.shellEnded(group);
      },
    };
  }

  /** The same plan, in the network of the shells, and where a tried workspace is to be found. */
  #placed(plan: SpawnPlan): SpawnPlan {
    const { network, tried } = this.#parts;
    const placed = network === "host" ? plan : network.enter(plan);
    return tried === undefined ? placed : tried.enter(placed);
  }

  /** Its user namespace must lie where those of the shells do: so it is placed as they are. */
  #keeperPlan(): SpawnPlan {
    const { program, view } = this.#parts;
    const plan = { file: "/bin/cat", args: [], cwd: "/", env: {} };
    const shell = { plan, environment: {}, directories: undefined, seals: [] };
    return { ...this.#placed(walledPlan({ ...program, socketCloser: undefined }, view, shell)), groups: [] };
  }

  shows(path: string): boolean {
    const { workspace, read, write } = this.#parts.view.profile;
    try {
      const real = realpathSync(path);
      return [workspace, ...read, ...write].some((root) => isInside(real, root));
    } catch {
      return false; // not there, or out of reach
    }
  }

  explain(outcome: CommandOutcome): string | undefined {
    const { view, proxy, withheld } = this.#parts;
    return explainRefusal(outcome, { profile: view.profile, refusals: proxy?.takeRefusals(), withheld });
  }

  async close(): Promise<void> {
    const { network, proxy, view, cache } = this.#parts;
    await this.events.close();
    if (network !== "host") await network.close();
    await proxy?.close();
    await this.#groups.close();
    await this.#mounts.close();
    view.scratch.remove();
    await cache?.close();
  }
}
