import { oneLine } from "../base/show-value.ts";
import type { Containment, Sandbox } from "../sandbox/sandbox.ts";

/**
 * The one sandbox around all shells of a manager.
 *
 * Responsibilities: build it once, when it is first needed; tell it what its shells do. Sessions, launcher and manager
 * call this class, so that each event of the sandbox has one caller.
 */
export class ShellSandbox {
  readonly #build: () => Promise<Sandbox>;
  #sandbox: Promise<Sandbox> | undefined;
  #present: Sandbox | undefined;

  constructor(build: () => Promise<Sandbox>) {
    this.#build = build;
  }

  /** The sandbox itself; a fault when it cannot be built. The next call then tries again: the user may have mended it. */
  get(): Promise<Sandbox> {
    this.#sandbox ??= this.#buildOnce();
    return this.#sandbox;
  }

  /** How much of the promise holds; undefined while there is no sandbox. */
  get containment(): Containment | undefined {
    return this.#present?.containment;
  }

  async #buildOnce(): Promise<Sandbox> {
    try {
      this.#present = await this.#build();
      return this.#present;
    } catch (error) {
      this.#sandbox = undefined;
      throw error;
    }
  }

  /**
   * Runs a command between its two events. `endOf` returns the end of a command that goes on in the background after
   * `run`.
   */
  async aroundCommand<T>(
    command: string,
    run: () => Promise<T>,
    endOf: (result: T) => Promise<unknown> | undefined,
  ): Promise<T> {
    const { events } = await this.get();
    await events.beforeCommand(command);
    const over = (): Promise<void> => events.afterCommand(command);
    const result = await run().catch(async (error: unknown) => {
      await over();
      throw error;
    });
    const end = endOf(result);
    if (end === undefined) await over();
    else void end.then(over);
    return result;
  }

  /** Call before an internal turn (save, cd) and before a shell is ended. Does nothing while there is no sandbox. */
  async beforeInternalTurn(): Promise<void> {
    (await this.#built())?.events.beforeInternalTurn();
  }

  /** What the next result has to say of the sandbox. */
  async takeNotices(): Promise<readonly string[]> {
    return (await this.#built())?.events.takeNotices().map(oneLine) ?? [];
  }

  async close(): Promise<void> {
    await (await this.#built())?.close();
  }

  #built(): Promise<Sandbox | undefined> {
    return this.#sandbox?.catch(() => undefined) ?? Promise.resolve(undefined);
  }
}
