import { dirname, relative } from "node:path";
import type { Steps } from "../../../base/slices.ts";
import { statAt } from "../../../files/kind-at.ts";
import { readUntrustedBytes } from "../../../files/read-untrusted.ts";
import { replaceUntrusted } from "../../../files/replace-untrusted.ts";
import { configTargets } from "./config-targets.ts";
import { disarmedConfig } from "./disarm-git-config.ts";
import { CONFIG_BYTES } from "./git-run-points.ts";

/**
 * A command that writes into a configuration this often, although the guard disarms it each time, does it on purpose.
 */
const STUBBORN = 50;

/**
 * Remembers the configurations of the user's repositories as they were while nothing ran. Git replaces the file to
 * change it, and the new file is not a mount until it is sealed again: what a command wrote into it in between must be
 * told from what was there.
 */
export class UserGitConfigs {
  readonly #earlier = new Map<string, Buffer>();
  /** What one says otherwise since, and was found harmless. */
  readonly #harmless = new Map<string, Buffer>();
  readonly #doubtful = new Set<string>();
  /** Those whose targets are not known yet. */
  readonly #unfollowed = new Set<string>();
  /** How often each was disarmed since nothing ran. */
  readonly #times = new Map<string, number>();

  /** Takes a configuration as it is now for the user's. */
  remember(path: string): void {
    const read = readUntrustedBytes(path, CONFIG_BYTES);
    this.#times.delete(path);
    if (read === undefined) return;
    this.#earlier.set(path, read.bytes);
    this.#harmless.delete(path);
    this.#unfollowed.add(path);
  }

  /**
   * Call when a configuration was replaced: the user did it if nothing ran. Returns whether the path is remembered
   * here.
   */
  onReplaced(path: string, isIdle: boolean): boolean {
    if (!this.#earlier.has(path)) return false;
    if (isIdle) this.remember(path);
    else this.#doubtful.add(path);
    return true;
  }

  /**
   * Looks whether they still say what they said: a process that opened the file before it was sealed, as git wrote it, can
   * change it in its place. The user did it if nothing ran. Returns whether there is one in doubt.
   */
  *look(isIdle: boolean, isInScope: (gitDirectory: string) => boolean): Steps<boolean> {
    for (const path of this.#earlier.keys()) {
      if (!isInScope(dirname(path)) || this.#doubtful.has(path)) continue;
      const read = readUntrustedBytes(path, CONFIG_BYTES);
      if (read !== undefined && !this.#isKnown(path, read.bytes)) this.onReplaced(path, isIdle);
      yield; // there may be thousands
    }
    return this.#doubtful.size > 0;
  }

  /** The paths in the workspace that those which are new or changed have git obey or run. */
  async takeTargets(workspace: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of this.#unfollowed) {
      this.#unfollowed.delete(path);
      found.push(...(await configTargets(path, workspace)));
    }
    return found;
  }

  /** Takes out of the doubtful ones the settings that run something and are new; returns sentences about it. */
  async disarm(workspace: string, endWork: () => void): Promise<readonly string[]> {
    const notices: string[] = [];
    const doubtful = new Set(this.#doubtful);
    this.#doubtful.clear();
    for (const path of doubtful) {
      const times = (this.#times.get(path) ?? 0) + 1;
      this.#times.set(path, times);
      if (times >= STUBBORN) endWork();
      const change = await this.#disarmOne(path);
      const named = relative(workspace, path);
      if (change === "put back")
        notices.push(`the sandbox put ${named} back as it was: something that runs had changed it`);
      else if (change.length > 0)
        notices.push(
          `the sandbox switched off ${change.join(", ")} in ${named}: such a setting makes git run a program, and it came while something ran`,
        );
    }
    return notices;
  }

  /** What was taken out of one; one that git cannot read, or that is gone, is put back as it was. */
  async #disarmOne(path: string): Promise<readonly string[] | "put back"> {
    const earlier = this.#earlier.get(path) ?? Buffer.alloc(0);
    const read = readUntrustedBytes(path, CONFIG_BYTES);
    const was = read?.stat ?? statAt(path);
    if (read !== undefined && this.#isKnown(path, read.bytes)) return [];
    const disarmed = read === undefined ? undefined : await disarmedConfig(read.bytes, { earlier });
    if (disarmed !== undefined) this.#harmless.set(path, disarmed.bytes);
    if (disarmed?.removed.length === 0) return [];
    if (!replaceUntrusted(path, disarmed?.bytes ?? earlier, was)) this.#doubtful.add(path); // replaced again meanwhile
    return disarmed?.removed ?? "put back";
  }

  #isKnown(path: string, bytes: Buffer): boolean {
    return [this.#earlier.get(path), this.#harmless.get(path)].some((known) => known?.equals(bytes) === true);
  }
}
