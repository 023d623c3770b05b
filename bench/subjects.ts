/** What the benchmarks run: sessions of this build, or of the one in NACRE_BENCH_OTHER, in a directory that goes with them. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionIdOf } from "../src/core/base/ids.ts";
import { trust } from "../src/core/permission/cleared.ts";
import { ShellManager } from "../src/core/shell/shell-manager.ts";
import type { ShellManagerOptions } from "../src/core/shell/shell-manager-options.ts";
import { createToolkit } from "../src/tools/toolkit.ts";

export type Build = { readonly ShellManager: typeof ShellManager; readonly createToolkit: typeof createToolkit };

export const ours: Build = { ShellManager, createToolkit };

/** The build to measure beside this one, if any is named. */
export async function otherBuild(): Promise<Build | undefined> {
  const path = process.env["NACRE_BENCH_OTHER"];
  return path === undefined ? undefined : await import(join(path, "dist", "index.js"));
}

/** A directory for one benchmark, and its end; below the one that goes with the process, if there is one. */
export async function inScratch<T>(act: (directory: string) => Promise<T>): Promise<T> {
  const parent = process.env["NACRE_BENCH_SCRATCH"] ?? tmpdir();
  const directory = realpathSync(mkdtempSync(join(parent, "b-")));
  try {
    return await act(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The sessions of one manager. */
export class Sessions {
  readonly manager: ShellManager;

  constructor(build: Build, stateDir: string, options: ShellManagerOptions = {}) {
    this.manager = new build.ShellManager({ stateDir, loginShell: false, ...options });
  }

  /** Runs a text, reads its output as a tool would, and returns that. */
  async run(text: string, session = "bare", timeoutMs = 600_000): Promise<string> {
    const outcome = await this.manager.session(sessionIdOf(session), "/tmp").run(trust(text), { timeoutMs });
    const { text: shown } = outcome.transcript.read();
    this.manager.keepLog(outcome.transcript);
    return shown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.manager.dispose();
  }
}
