import { expect, onTestFinished } from "vitest";
import { createToolkit, type Toolkit, type ToolkitOptions, type ToolResult } from "../../src/index.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { undecidedKeys } from "./metadata-keys.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

export type OpenToolkit = Toolkit & {
  readonly workingDir: string;
  /** Runs a command with Bash. */
  readonly bash: (command: string, more?: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  /** Starts a command in the background; gives its id. */
  readonly start: (command: string, more?: Readonly<Record<string, unknown>>) => Promise<string>;
};

/** A toolkit in a directory of its own. When the test is over it is disposed, and nothing it started may be alive. */
export function openToolkit(options: Omit<ToolkitOptions, "shells"> = {}): OpenToolkit {
  const stateDir = options.stateDir ?? tempDir("nacre-state-");
  const workingDir = options.workingDir ?? tempDir();
  const kit = createToolkit({
    loginShell: false,
    stateDir,
    ...options,
    workingDir,
    environment: { ...options.environment, set: { NACRE_TEST: stateDir, ...options.environment?.set } },
  });
  onTestFinished(async () => {
    await kit.dispose();
    await waitUntil("nothing of the test to be alive", () => pidsInEnvironment(`NACRE_TEST=${stateDir}`).length === 0);
  });
  const own = new Set(kit.registry.names());
  /** Every key of nacre's own tools has its decision: in the text, or for programs. */
  const call: Toolkit["call"] = async (name, input, context) => {
    const result = await kit.call(name, input, context);
    if (own.has(name))
      expect(undecidedKeys(result.metadata), "keys without a decision in metadata-keys.ts").toEqual([]);
    return result;
  };
  const bash: OpenToolkit["bash"] = (command, more = {}) => call("Bash", { command, ...more });
  const start: OpenToolkit["start"] = async (command, more = {}) => {
    const { metadata, error } = await bash(command, { run_in_background: true, ...more });
    if (metadata.bash_id === undefined) throw new Error(`not started: ${error}`);
    return metadata.bash_id;
  };
  return { ...kit, call, workingDir, bash, start };
}
