import { expect, onTestFinished, test } from "vitest";
import { createToolkit, registerExecutionTools, ShellManager, ToolExecutor, ToolRegistry } from "../../src/index.ts";
import { testManager } from "../support/shells.ts";
import { tempDir } from "../support/temp-dir.ts";

test("what only a manager can keep cannot be asked of one that exists", () => {
  const shells = testManager();
  const refused = [
    { sandbox: "workspace" },
    { environment: {} },
    { stateDir: "/tmp/x" },
    { redact: false },
    { limits: { maxShells: 1 } },
  ] as const;
  for (const options of refused) {
    expect(() => createToolkit({ shells, ...options })).toThrow("cannot be set for a ShellManager that exists already");
    expect(() => registerExecutionTools(new ToolRegistry(), { shells, ...options })).toThrow("cannot be set");
  }
  expect(() => createToolkit({ shells, sandbox: "none", limits: { maxTimeoutMs: 900_000 } })).not.toThrow();
});

test("bare tools use the process-wide manager, whichever it is at the time", async () => {
  onTestFinished(() => ShellManager.reset());
  const registry = new ToolRegistry();
  registerExecutionTools(registry);
  const executor = new ToolExecutor(registry);
  const context = { workingDir: tempDir() };
  const input = { command: "sleep 300", run_in_background: true };
  for (let round = 0; round < 2; round += 1) {
    const { metadata } = await executor.execute("Bash", context, input);
    expect(
      ShellManager.getInstance()
        .listShells()
        .map(({ id }) => String(id)),
    ).toEqual([metadata.bash_id]);
    await ShellManager.reset();
  }
});

test("tools whose options need a manager get one of their own", async () => {
  const registry = new ToolRegistry();
  const events: string[] = [];
  registerExecutionTools(registry, {
    stateDir: tempDir(),
    environment: { set: { ONLY_HERE: "yes" } },
    onEvent: ({ kind }) => events.push(kind),
  });
  const executor = new ToolExecutor(registry);
  const result = await executor.execute("Bash", { workingDir: tempDir() }, { command: "echo $ONLY_HERE" });
  expect(result.output).toBe("yes\n");
  expect(events).toEqual(["verdict", "command-started", "containment", "command-ended"]);
});
