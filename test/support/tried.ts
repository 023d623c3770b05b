import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { limitsOf } from "../../src/core/base/limits.ts";
import { type OpenTry, openTry } from "../../src/core/try/open-try.ts";
import { triedChanges } from "../../src/core/try/tried-changes.ts";
import { removeTry, type TryRecord, triesOf } from "../../src/core/try/try-record.ts";
import { tempDir } from "./temp-dir.ts";

/** A workspace with files, and a state directory for what is tried on it. */
export type TryGround = {
  readonly workspace: string;
  readonly stateDir: string;
  /** Runs a text in bash where the try is to be found, without a sandbox, and ends the try: what it holds stays. */
  readonly run: (text: string, basis?: TryRecord["basis"]) => Promise<TryRecord>;
  /** The changes as `kind path`. */
  readonly told: (record: TryRecord) => Promise<readonly string[]>;
  /** The tries that are left on disk. */
  readonly left: () => readonly string[];
};

export function tryGround(files: Readonly<Record<string, string>> = {}): TryGround {
  const [workspace, stateDir] = [tempDir("nacre-tried-"), tempDir("nacre-state-")];
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return {
    workspace,
    stateDir,
    run: async (text, basis) => {
      const open = await openTry({
        stateDir,
        workspace,
        limits: limitsOf(),
        ...(basis === undefined ? {} : { basis }),
      });
      onTestFinished(async () => {
        await open.close();
        removeTry(stateDir, open.record.id);
      });
      runInTry(open, text);
      await open.close();
      return open.record;
    },
    told: async (record) => {
      const { changes } = await triedChanges(stateDir, record);
      return changes.map(({ kind, path, from }) =>
        from === undefined ? `${kind} ${path}` : `${kind} ${from} ${path}`,
      );
    },
    left: () =>
      existsSync(triesOf(stateDir)) ? readdirSync(triesOf(stateDir)).filter((name) => name.startsWith("try_")) : [],
  };
}

/** Runs a text where a try shows its workspace. */
export function runInTry({ tried }: OpenTry, text: string): string {
  const plan = tried.enter({
    file: "/bin/bash",
    args: ["-c", 'cd "$1" && eval "$2"', "tried", tried.source, text],
    cwd: "/",
    env: {},
  });
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/nonexistent" };
  const { stdout, stderr } = spawnSync(plan.file, plan.args, { cwd: "/", env, encoding: "utf8" });
  return `${stdout}${stderr}`;
}
