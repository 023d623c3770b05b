import { expect, test } from "vitest";
import { openToolkit } from "../support/open-toolkit.ts";

test("Bash Tool - Background Execution / Start background command", async () => {
  const { bash } = openToolkit();
  const result = await bash("sleep 5 && echo done", { run_in_background: true });
  const id = result.metadata.bash_id ?? "";
  expect(result.success).toBe(true);
  expect(id).toMatch(/^shell_[0-9a-f]{8,}$/);
  expect(result.output).toContain(`Started background shell: ${id}`);
});

test("Bash Tool - Background Execution / Background command returns immediately", async () => {
  const { bash, shells } = openToolkit();
  const result = await bash("sleep 60", { run_in_background: true });
  // It came back while its command still runs: a shell of 60 s was not waited for.
  expect(shells.listRunning().map(({ id }) => id)).toEqual([result.metadata.bash_id]);
});

test("BashOutput Tool / Get output from running shell", async () => {
  const { call, start } = openToolkit();
  const bash_id = await start("while true; do echo tick; sleep 1; done");
  const result = await call("BashOutput", { bash_id, wait_for: "output" });
  expect(result).toMatchObject({ success: true, metadata: { status: "running", is_running: true } });
  expect(result.output).toContain("tick");
});

test("BashOutput Tool / Get output from completed shell", async () => {
  const { call, start } = openToolkit();
  const bash_id = await start("echo hello");
  const result = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(result).toMatchObject({
    success: true,
    output: expect.stringMatching(/^Status: completed, Exit code: 0, Duration: \d+ms\n\nhello\n$/),
    metadata: { status: "completed", exit_code: 0, is_running: false },
  });
});

test("BashOutput Tool / Get only new output since last read", async () => {
  const { call, start } = openToolkit();
  const bash_id = await start("for i in $(seq 1 1000); do echo line-$i-; sleep 0.05; done");
  const first = await call("BashOutput", { bash_id, wait_for: { pattern: "line-2-" } });
  const second = await call("BashOutput", { bash_id, wait_for: "output" });
  const linesOf = (text: string): string[] => text.match(/line-\d+-/g) ?? [];
  expect(linesOf(first.output)[0]).toBe("line-1-");
  expect(linesOf(second.output).length).toBeGreaterThan(0);
  expect(linesOf(second.output).filter((line) => linesOf(first.output).includes(line))).toEqual([]);
});

test("BashOutput Tool / Shell not found", async () => {
  const { call } = openToolkit();
  const result = await call("BashOutput", { bash_id: "shell_nonexistent" });
  expect(result).toMatchObject({
    success: false,
    error: expect.stringContaining("Shell not found: shell_nonexistent"),
  });
});

test("BashOutput Tool / Filter output with regex", async () => {
  const { call, start } = openToolkit();
  const bash_id = await start("echo 'error: one'; echo 'info: two'; echo 'error: three'");
  const result = await call("BashOutput", { bash_id, filter: "error", wait_for: "exit" });
  expect(result.output).toMatch(/\n\nerror: one\nerror: three\n\[since="0" reads it again\]$/);
  expect(result.output).not.toContain("info");
});

test("BashOutput Tool / Invalid filter regex", async () => {
  const { call, start } = openToolkit();
  const bash_id = await start("echo kept");
  const result = await call("BashOutput", { bash_id, filter: "[invalid(regex" });
  expect(result).toMatchObject({ success: false, error: expect.stringContaining("Invalid filter regex") });
  expect((await call("BashOutput", { bash_id, wait_for: "exit" })).output).toContain("kept");
});

test("BashOutput Tool / Get output with duration info", async () => {
  const { call, start } = openToolkit();
  const result = await call("BashOutput", { bash_id: await start("exit 4"), wait_for: "exit" });
  expect(result.output).toMatch(/Duration: \d+ms/);
  expect(result.metadata.exit_code).toBe(4);
});

test("KillShell Tool / Kill running shell", async () => {
  const { call, start, shells } = openToolkit();
  const id = await start("sleep 300");
  const result = await call("KillShell", { shell_id: id });
  expect(result).toMatchObject({ success: true, output: `Shell ${id} terminated` });
  expect(shells.getShell(id)).toMatchObject({ status: "killed", isRunning: false });
});

test("KillShell Tool / Kill already stopped shell", async () => {
  const { call, start } = openToolkit();
  const id = await start("true");
  await call("BashOutput", { bash_id: id, wait_for: "exit" });
  expect(await call("KillShell", { shell_id: id })).toMatchObject({
    success: true,
    output: expect.stringContaining("already stopped"),
    metadata: { already_stopped: true },
  });
});

test("KillShell Tool / Kill non-existent shell", async () => {
  const { call } = openToolkit();
  const result = await call("KillShell", { shell_id: "shell_nonexistent" });
  expect(result).toMatchObject({ success: false, error: expect.stringContaining("not found") });
});

test("KillShell Tool / Kill shell returns metadata", async () => {
  const { call, start } = openToolkit();
  const id = await start("sleep 300");
  expect((await call("KillShell", { shell_id: id })).metadata).toMatchObject({
    shell_id: id,
    command: "sleep 300",
    duration_ms: expect.any(Number),
    signal: "TERM",
    survivors: [],
  });
});
