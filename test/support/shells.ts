import { onTestFinished } from "vitest";
import { DEFAULT_SESSION, type SessionId, sessionIdOf } from "../../src/core/base/ids.ts";
import { trust } from "../../src/core/permission/cleared.ts";
import type { Outcome } from "../../src/core/shell/session/outcome.ts";
import type { RunOptions } from "../../src/core/shell/session/run-options.ts";
import { ShellManager } from "../../src/core/shell/shell-manager.ts";
import type { ShellManagerOptions } from "../../src/core/shell/shell-manager-options.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

/** A manager on a state directory of its own. When the test is over it is disposed, and nothing it started may be alive. */
export function testManager(options: ShellManagerOptions = {}): ShellManager {
  const stateDir = options.stateDir ?? tempDir("nacre-state-");
  const manager = new ShellManager({
    loginShell: false,
    stateDir,
    ...options,
    environment: { ...options.environment, set: { NACRE_TEST: stateDir, ...options.environment?.set } },
  });
  onTestFinished(async () => {
    await manager.dispose();
    await waitUntil(
      "every process of the test to be gone",
      () => pidsInEnvironment(`NACRE_TEST=${stateDir}`).length === 0,
    );
  });
  return manager;
}

/** What a test looks at in an outcome. */
export type Ran = {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
  readonly outcome: Outcome;
};

/** Runs text in a session and gives back the plain facts. */
export async function run(
  manager: ShellManager,
  text: string,
  options: Partial<RunOptions> & { session?: string; workingDir?: string } = {},
): Promise<Ran> {
  const id: SessionId = options.session === undefined ? DEFAULT_SESSION : sessionIdOf(options.session);
  const outcome = await manager
    .session(id, options.workingDir ?? "/tmp")
    .run(trust(text), { timeoutMs: 30_000, ...options });
  const { stdout, stderr } = outcome.transcript.read({ maxChars: Number.MAX_SAFE_INTEGER });
  manager.keepLog(outcome.transcript);
  const { ending } = outcome;
  return { code: "exitCode" in ending ? ending.exitCode : ending.kind, stdout, stderr, outcome };
}
