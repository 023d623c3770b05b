import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a listener that throws costs the command nothing", async () => {
  const { call } = openToolkit();
  let heard = 0;
  const result = await call(
    "Bash",
    { command: "echo one; sleep 0.2; echo two" },
    {
      onOutput: () => {
        heard += 1;
        throw new Error("no more");
      },
    },
  );
  expect(result.output).toBe("one\ntwo\n");
  expect(heard).toBe(1);
});

test("with onTimeout: background a command outlives its time, with an id to read it by", async () => {
  const { call, bash, workingDir } = openToolkit();
  const command = "echo before; until [ -e go ]; do sleep 0.05; done; echo after";
  const result = await call("Bash", { command, timeout: 1000 }, { onTimeout: "background" });
  const { bash_id } = result.metadata;
  expect(result).toMatchObject({ success: true, metadata: { status: "running", timed_out: true } });
  expect(result.output).toMatch(
    /goes on as a background shell: shell_\w+\n.*\nbefore\n\[still running: bash_id="shell_\w+"\]$/,
  );
  await bash("touch go");
  expect(existsSync(join(workingDir, "go"))).toBe(true);
  const read = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(read.output).toMatch(/^Status: completed, Exit code: 0.*\n\nbefore\nafter\n$/);
});

test("a command that nears a caller's own limit is handed over, although its timeout is not over", async () => {
  const { call } = openToolkit();
  const long = await call("Bash", { command: "sleep 300", timeout: 60_000 }, { backgroundAfterMs: 1000 });
  expect(long.metadata).toMatchObject({ status: "running", bash_id: expect.stringMatching(/^shell_/) });
  expect(long.metadata).not.toHaveProperty("timed_out");
  const short = await call("Bash", { command: "sleep 300", timeout: 1000 }, { backgroundAfterMs: 5000 });
  expect(short.metadata).toMatchObject({ status: "timeout", timed_out: true });
});

/** Children that a timeout must find: one in a session of its own, one that forgets its environment and ignores TERM. */
const STUBBORN = "setsid sleep 300 & env -i bash -c 'trap \"\" TERM; sleep 300; :' & echo begun; wait";

test("a timeout that the caller gave ends the command after its handover too, with everything it started", async () => {
  const { call, shells } = openToolkit();
  const result = await call("Bash", { command: STUBBORN, timeout: 5000 }, { backgroundAfterMs: 500 });
  const { bash_id = "" } = result.metadata;
  expect(result).toMatchObject({ success: true, metadata: { status: "running", timeout_ms: 5000 } });
  expect(result.output).toContain("Its timeout ends it when it has run 5000ms.");
  const shell = shells.getShell(bash_id);
  expect(shell?.processes().length).toBeGreaterThan(2);
  const read = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(read.output).toMatch(/^Status: timeout, .*\n\nbegun\n\[status: timeout, exit code 143 \(SIGTERM\)\]$/);
  expect(read.metadata).toMatchObject({ status: "timeout", is_running: false });
  await waitUntil("everything it started to be gone", () => shell?.processes().length === 0);
  expect((await call("KillShell", { shell_id: bash_id })).output).toContain("already stopped (status: timeout)");
});

test("a command that ends by itself after its handover is not touched by its timeout any more", async () => {
  const { call, shells } = openToolkit();
  const command = "sleep 300 & sleep 1; exit 3";
  const { metadata } = await call("Bash", { command, timeout: 5000 }, { backgroundAfterMs: 500 });
  const shell = shells.getShell(metadata.bash_id ?? "");
  await call("BashOutput", { bash_id: metadata.bash_id, wait_for: "exit" });
  await waitUntil("the timeout to be over", () => Date.now() > (shell?.startedAt ?? 0) + 5500);
  expect(shell).toMatchObject({ status: "failed", exitCode: 3 });
  expect(shell?.processes()).toHaveLength(1);
});

test("the description says what a timeout does here", () => {
  const said = (onTimeout: "kill" | "background"): string =>
    openToolkit({ onTimeout }).registry.get("Bash")?.description ?? "";
  expect(said("kill")).toContain("it is killed with all it started; a background shell only if you give one.");
  expect(said("background")).toContain("at most 600000) it goes on as a background shell.");
});

test("the default timeout ends with the handover, and so does one that itself hands over", async () => {
  const { call, shells } = openToolkit({ limits: { defaultTimeoutMs: 1000 } });
  const sleep = (session_id: string, more: object = {}): object => ({ command: "sleep 300", session_id, ...more });
  const background = { onTimeout: "background" } as const;
  const results = await Promise.all([
    call("Bash", sleep("one"), { backgroundAfterMs: 500 }),
    call("Bash", sleep("two", { timeout: 1000 }), background),
    call("Bash", sleep("three", { timeout: 1000 }), { ...background, backgroundAfterMs: 500 }),
  ]);
  for (const { output, metadata } of results) {
    expect(output).toContain("No timeout ends it.");
    expect(metadata).not.toHaveProperty("timeout_ms");
    const shell = shells.getShell(metadata.bash_id ?? "");
    await waitUntil("it to run longer than every timeout", () => (shell?.durationMs ?? 0) > 1500);
    expect(shell?.status).toBe("running");
  }
});

test("a directory that changed is told", async () => {
  const { bash, workingDir } = openToolkit();
  expect((await bash("mkdir sub")).metadata).not.toHaveProperty("cwd_changed");
  expect((await bash("cd sub")).metadata).toMatchObject({ cwd: join(workingDir, "sub"), cwd_changed: true });
  expect((await bash("pwd")).output).toBe(`${workingDir}/sub\n`);
});
