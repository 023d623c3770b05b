import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import { createToolkit } from "../../../src/index.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a background shell starts although its session is busy", async () => {
  const { bash, start, call, workingDir } = openToolkit();
  const busy = bash("until [ -e go ]; do sleep 0.05; done");
  const bash_id = await start("echo beside");
  expect((await call("BashOutput", { bash_id, wait_for: "exit" })).output).toContain("beside");
  writeFileSync(join(workingDir, "go"), "");
  expect((await busy).success).toBe(true);
});

test("a background shell starts from a copy of its session, and nothing flows back", async () => {
  const { bash, start, call } = openToolkit();
  await bash("mkdir sub; cd sub; secretless=kept; greet() { echo hello $1; }");
  const bash_id = await start("greet $secretless; pwd; secretless=changed");
  expect((await call("BashOutput", { bash_id, wait_for: "exit" })).output).toMatch(/\n\nhello kept\n.*\/sub\n$/);
  expect((await bash("echo $secretless")).output).toBe("kept\n");
});

test("a timeout given with run_in_background ends the shell; without one nothing does", async () => {
  const { bash, call, shells } = openToolkit({ limits: { defaultTimeoutMs: 1000 } });
  const limited = await bash("sleep 300", { run_in_background: true, timeout: 4000 });
  expect(limited).toMatchObject({ success: true, metadata: { is_running: true, timeout_ms: 4000 } });
  expect(limited.output).toContain("Its timeout ends it when it has run 4000ms.");
  const free = await bash("sleep 300", { run_in_background: true });
  expect(free.output).not.toContain("timeout");
  const { output } = await call("BashOutput", { bash_id: limited.metadata.bash_id, wait_for: "exit" });
  expect(output).toMatch(/^Status: timeout, /);
  const ended = shells.getShell(limited.metadata.bash_id ?? "");
  await waitUntil("nothing of it to be left", () => ended?.processes().length === 0);
  expect(shells.getShell(free.metadata.bash_id ?? "")?.status).toBe("running");
});

test("a background shell is not ended where a timeout means to go on in the background", async () => {
  const { bash, shells } = openToolkit({ onTimeout: "background" });
  const { output, metadata } = await bash("sleep 300", { run_in_background: true, timeout: 1000 });
  expect(output).not.toContain("timeout");
  const shell = shells.getShell(metadata.bash_id ?? "");
  await waitUntil("its timeout to be over", () => (shell?.durationMs ?? 0) > 2000);
  expect(shell?.status).toBe("running");
});

test("a background command that ends at once is told at once, and is still there to be read", async () => {
  const { bash, call } = openToolkit();
  const result = await bash("echo quick; exit 5", { run_in_background: true });
  const { bash_id } = result.metadata;
  await call("BashOutput", { bash_id, since: 0, wait_for: "exit" });
  if (result.metadata["is_running"] === false) {
    expect(result.output).toMatch(
      /It has ended already\. Status: failed, Exit code: 5, Duration: \d+ms\n\nquick\n\[exit code 5\]$/,
    );
  }
  expect((await call("BashOutput", { bash_id })).output).toMatch(/\n\nquick\n\[exit code 5\]$/);
});

test("a session goes on while its background shell starts", async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let starts = 0;
  const shells = testManager({
    sandbox: async () => {
      const none = createNoSandbox(limitsOf());
      const started = async (): Promise<void> => (++starts === 2 ? gate : undefined);
      return { ...none, wrap: (plan, directories) => ({ ...none.wrap(plan, directories), started }) };
    },
  });
  const kit = createToolkit({ shells, workingDir: tempDir() });
  onTestFinished(() => kit.dispose());
  await kit.call("Bash", { command: "X=before" });
  const starting = kit.call("Bash", { command: "echo $X; sleep 300", run_in_background: true });
  await waitUntil("the shell to be starting", () => starts === 2);
  expect((await kit.call("Bash", { command: "echo on; X=after" })).output).toBe("on\n");
  open();
  const { bash_id } = (await starting).metadata;
  const { output } = await kit.call("BashOutput", { bash_id, wait_for: "output" });
  expect(output).toMatch(/\n\nbefore\n$/);
});

test("a background shell says what it could not take over from its session", async () => {
  const { bash } = openToolkit();
  await bash("x=4+; declare -i x; y=taken");
  const { output, metadata } = await bash("echo $y", { run_in_background: true });
  expect(metadata.not_kept).toEqual(["the variable x"]);
  expect(output).toContain("[note] not taken over from the session, or not as it was: the variable x\n");
  await bash("unset x");
  expect((await bash("echo $y", { run_in_background: true })).metadata).not.toHaveProperty("not_kept");
});
