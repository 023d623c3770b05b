import type { Steps } from "../../../base/slices.ts";
import type { Removals } from "../removals.ts";
import type { UserPointers } from "../user-pointers.ts";
import type { MadeRepositories } from "./made-repositories.ts";
import type { UserGitConfigs } from "./user-git-configs.ts";

export type DisarmingOptions = {
  readonly workspace: string;
  readonly made: MadeRepositories;
  readonly configs: UserGitConfigs;
  readonly removals: Removals;
  readonly pointers: Pick<UserPointers, "addTarget">;
  /** Ends what runs, because it keeps writing into a configuration. */
  readonly endWork: () => void;
};

/** Takes out of repositories what commands put there and git would run by itself. */
export class Disarming {
  readonly #options: DisarmingOptions;
  #running: Promise<readonly string[]> = Promise.resolve([]);

  constructor(options: DisarmingOptions) {
    this.#options = options;
  }

  /**
   * Looks for repositories that say something else than they did; the user wrote what is new in the user's own, if nothing
   * ran. Returns whether there is something to disarm.
   */
  *look(isIdle: boolean, isInScope: (gitDirectory: string) => boolean = () => true): Steps<boolean> {
    const { made, configs } = this.#options;
    const areArmed = yield* made.markChanged(isInScope);
    return (yield* configs.look(isIdle, isInScope)) || areArmed;
  }

  /** Follows what the user's configurations have git obey or run. */
  async followConfigs(): Promise<void> {
    const { configs, workspace, pointers } = this.#options;
    for (const path of await configs.takeTargets(workspace)) pointers.addTarget(path);
  }

  /** Returns sentences about it. One at a time: two would undo each other's work on one file. */
  disarm(): Promise<readonly string[]> {
    const { made, configs, removals, workspace, endWork } = this.#options;
    const before = this.#running.catch(() => []); // its caller was told
    this.#running = before.then(async () => {
      await made.disarm();
      await this.followConfigs();
      const disarmed = await configs.disarm(workspace, endWork);
      return [...removals.takeNotices(), ...disarmed];
    });
    return this.#running;
  }
}
