import { expect, onTestFinished } from "vitest";
import { createToolkit, ShellManager, type Toolkit } from "../../src/index.ts";
import { tempDir } from "./temp-dir.ts";

/**
 * A toolkit that cannot run anything, because the bash it would need is not there: for dangerous texts, whose tests must
 * not rest on the very gate they test. Proved with a harmless command before it is given away.
 */
export async function toothlessToolkit(options: Parameters<typeof createToolkit>[0] = {}): Promise<Toolkit> {
  const shells = new ShellManager({
    bash: "/nonexistent/nacre/bash",
    stateDir: tempDir("nacre-state-"),
    loginShell: false,
  });
  const kit = createToolkit({ ...options, shells, workingDir: tempDir() });
  onTestFinished(() => shells.dispose());
  for (const run_in_background of [false, true]) {
    const probe = await kit.call("Bash", { command: "echo probe", run_in_background });
    expect(probe).toMatchObject({ success: false, metadata: { fault: "BASH_MISSING" } });
  }
  return kit;
}
