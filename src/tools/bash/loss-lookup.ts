import { mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import { limitsOf } from "../../core/base/limits.ts";
import { homeDirectory } from "../../core/files/home-directory.ts";
import { temporaryDirectory } from "../../core/files/temporary-directory.ts";
import { GIT_MOVED } from "../../core/knowledge/loader-variables.ts";
import { type LossPlan, lossPlanOf } from "../../core/permission/loss-plan.ts";
import type { LossLookup } from "../../core/permission/question.ts";
import { hostVariable } from "../../core/process/environment.ts";
import { removeTree } from "../../core/process/remove-tree.ts";
import { runFile } from "../../core/process/run-file.ts";
import { createSandbox } from "../../core/sandbox/create-sandbox.ts";
import { defaultStateDir } from "../../core/shell/host/state-dir.ts";
import type { ToolkitOptions } from "../toolkit-options.ts";

/** How long the command that looks may run. */
const LOOK_MS = 1000;
/** What it prints is a few lines. */
const PRINTED_BYTES = 256 * 1024;
/** So many questions are looked at; what comes meanwhile is not known. */
const MOST_AT_ONCE = 2;
const PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * Looks in a sandbox of its own that can change nothing and has no network: the repository that is asked about may name
 * programs that git runs. Where there is no sandbox, nothing is looked up.
 */
export function createLossLookup(
  options: ToolkitOptions,
  {
    build = createSandbox,
    limitMs = LOOK_MS,
  }: { readonly build?: typeof createSandbox; readonly limitMs?: number } = {},
): LossLookup {
  const workspace = resolve(options.workingDir ?? ".");
  const stateDir = resolve(options.stateDir ?? defaultStateDir());
  // Commands may inherit these: git means another repository then.
  const isMoved = GIT_MOVED.some((name) => hostVariable(name) !== undefined);
  let looking = 0;
  const look = async (plan: LossPlan): Promise<string | undefined> => {
    const runtimeDir = mkdtempSync(join(temporaryDirectory(), "nacre-look-"));
    const place = { workspace, home: homeDirectory(), stateDir, limits: limitsOf(), path: PATH };
    let close = async (): Promise<void> => undefined;
    try {
      const sandbox = await build({ profile: "readonly", network: "off" }, place);
      close = () => sandbox.close();
      const bare = { file: "/bin/bash", args: ["--norc", "-c", plan.script, "look", ...plan.args], cwd: plan.cwd };
      const { plan: walled, ended } = sandbox.wrap({ ...bare, env: { PATH, LC_ALL: "C" } }, { runtimeDir });
      const { exitCode, stdout } = await runFile(walled, { timeoutMs: limitMs, maxBytes: PRINTED_BYTES });
      ended();
      return exitCode === 0 ? plan.say(stdout) : undefined;
    } finally {
      await close();
      removeTree(runtimeDir);
    }
  };
  return async (question) => {
    const plan = lossPlanOf(question);
    if (plan === undefined || isMoved || looking >= MOST_AT_ONCE) return undefined;
    looking += 1;
    try {
      return await look(plan);
    } catch {
      return undefined; // no sandbox, no such directory: not known
    } finally {
      looking -= 1;
    }
  };
}
