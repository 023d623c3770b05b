import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { readUntrusted } from "../../files/read-untrusted.ts";
import { trustedProgram } from "../../process/trusted-program.ts";
import { disarmGitConfig } from "./disarm-git-config.ts";

/** No configuration of a user is larger. */
const CONFIG_BYTES = 1024 * 1024;
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
  readonly #texts = new Map<string, string>();
  readonly #doubtful = new Set<string>();
  /** How often each was disarmed since nothing ran. */
  readonly #times = new Map<string, number>();

  /** Takes the present text of a configuration for the user's. */
  remember(path: string): void {
    const text = readUntrusted(path, CONFIG_BYTES);
    this.#times.delete(path);
    if (text !== undefined) this.#texts.set(path, text);
  }

  /**
   * Call when a configuration was replaced: the user did it if nothing ran. Returns whether the path is remembered
   * here.
   */
  onReplaced(path: string, isIdle: boolean): boolean {
    if (!this.#texts.has(path)) return false;
    if (isIdle) this.remember(path);
    else this.#doubtful.add(path);
    return true;
  }

  /** Takes out of the doubtful ones the settings that run something and are new; returns sentences about it. */
  async disarm(workspace: string, endWork: () => void): Promise<readonly string[]> {
    const notices: string[] = [];
    for (const path of this.#doubtful) {
      this.#doubtful.delete(path);
      const times = (this.#times.get(path) ?? 0) + 1;
      this.#times.set(path, times);
      if (times >= STUBBORN) endWork();
      const earlier = this.#texts.get(path) ?? "";
      const now = readUntrusted(path, CONFIG_BYTES);
      const { text, removed } = now === earlier ? { text: now, removed: [] } : await disarmed(now ?? "[", earlier);
      if (text !== now) inDirectory(dirname(path), (held) => putBack(held, basename(path), text));
      const named = relative(workspace, path);
      if (text === earlier && text !== now)
        notices.push(`the sandbox put ${named} back as it was: something that runs had changed it`);
      else if (removed.length > 0)
        notices.push(
          `the sandbox switched off ${removed.join(", ")} in ${named}: such a setting makes git run a program, and it came while something ran`,
        );
    }
    return notices;
  }
}

/**
 * The text that must stand there, and what was taken out of it. Git works on a private copy, where a command cannot
 * lead it elsewhere.
 */
async function disarmed(now: string, earlier: string): Promise<{ text: string; removed: readonly string[] }> {
  const directory = mkdtempSync(join(tmpdir(), "nacre-config-"));
  try {
    const copy = join(directory, "config");
    writeFileSync(copy, now, { mode: 0o600 });
    const removed = await disarmGitConfig(copy, trustedProgram("git"), earlier);
    if (removed === undefined) return { text: earlier, removed: [] };
    return { text: removed.length === 0 ? now : readFileSync(copy, "utf8"), removed };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** In one step, because the user's git may be reading the file. */
function putBack(directory: string, name: string, text: string): void {
  const aside = join(directory, `${name}.nacre-${randomHex(4)}`);
  writeFileSync(aside, text, { flag: "wx" });
  renameSync(aside, join(directory, name));
}
