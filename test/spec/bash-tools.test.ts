import { expect, test } from "vitest";
import { isAlive } from "../support/is-alive.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";

test("User Story 1 - Execute Foreground Commands / Acceptance 1", async () => {
  const { bash } = openToolkit();
  expect((await bash("echo to-stdout; echo to-stderr >&2")).output).toBe("to-stdout\n[stderr]\nto-stderr\n");
});

test("User Story 1 - Execute Foreground Commands / Acceptance 2", async () => {
  const { bash } = openToolkit();
  const result = await bash("echo $BASHPID; sleep 300 & echo $!; wait", { timeout: 1000 });
  expect(result.error).toMatch(/^Command timed out after 1000ms/);
  const [, child] = result.output.split("\n").map(Number);
  expect(isAlive(child ?? 0)).toBe(false);
});

test("User Story 2 - Background Process Management / Acceptance 1", async () => {
  const { bash, shells } = openToolkit();
  const { metadata } = await bash("sleep 300", { run_in_background: true });
  expect(shells.getShell(metadata.bash_id ?? "")).toMatchObject({ command: "sleep 300", isRunning: true });
});

test("User Story 2 - Background Process Management / Acceptance 2", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo one; echo two; sleep 300");
  const { output } = await call("BashOutput", { bash_id, wait_for: { pattern: "two" } });
  expect(output).toMatch(/\n\none\ntwo\n$/);
});

test("User Story 2 - Background Process Management / Acceptance 3", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("sleep 300");
  const pids =
    shells
      .getShell(id)
      ?.processes()
      .map(({ pid }) => pid) ?? [];
  expect(pids.length).toBeGreaterThan(0);
  expect(await call("KillBash", { shell_id: id })).toMatchObject({ success: true });
  expect(pids.filter(isAlive)).toEqual([]);
});

test("Edge Cases / Output Truncation", async () => {
  const { bash } = openToolkit();
  const { output, metadata } = await bash("seq 1 100000");
  expect(output.length).toBeLessThanOrEqual(30_000);
  expect(output).toMatch(/^1\n2\n/);
  expect(output).toMatch(/\n100000\n\[\d+ characters left out; all of it is in .*\]$/);
  expect(metadata.truncated).toBe(true);
});

test("Edge Cases / ANSI Color Codes", async () => {
  const { bash } = openToolkit();
  expect((await bash(String.raw`printf '\e[1;31mred\e[0m and \e]8;;http://x\alink\e]8;;\a\n'`)).output).toBe(
    "red and link\n",
  );
});

test("Edge Cases / Process Group Termination", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("sleep 300 & setsid sleep 301 & (sleep 302 & sleep 303) & wait");
  const pids = (): number[] =>
    shells
      .getShell(id)
      ?.processes()
      .map(({ pid }) => pid) ?? [];
  await waitUntil("four sleeps", () => pids().length >= 5);
  const all = pids();
  expect((await call("KillShell", { shell_id: id })).metadata["survivors"]).toEqual([]);
  expect(all.filter(isAlive)).toEqual([]);
});

test("Edge Cases / Invalid Bash ID", async () => {
  const { start, call, shells } = openToolkit();
  const expired = await start("true");
  await call("BashOutput", { bash_id: expired, wait_for: "exit" });
  await shells.cleanupCompleted(0);
  for (const id of ["shell_nonexistent", expired]) {
    for (const tool of ["BashOutput", "KillBash"]) {
      expect(await call(tool, { task_id: id })).toMatchObject({
        success: false,
        error: expect.stringContaining(`Shell not found: ${id}`),
      });
    }
  }
});

test("FR-001", async () => {
  const { bash, registry } = openToolkit();
  expect(registry.has("Bash")).toBe(true);
  expect((await bash("echo $((6 * 7))")).output).toBe("42\n");
});

test("FR-002", async () => {
  const { bash, registry } = openToolkit();
  const [schema] = registry.getAllSchemas("json-schema");
  expect(schema?.["properties"]).toMatchObject({ timeout: { default: 120_000, minimum: 1000, maximum: 600_000 } });
  expect(schema?.["required"]).toEqual(["command"]);
  expect((await bash("sleep 30", { timeout: 1000 })).error).toContain("timed out after 1000ms");
});

test("FR-003", async () => {
  const { bash } = openToolkit();
  expect((await bash("sleep 300", { run_in_background: true })).metadata).toMatchObject({ is_running: true });
  expect((await bash("echo here", { run_in_background: false })).output).toBe("here\n");
});

test("FR-004", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo printed");
  expect((await call("BashOutput", { bash_id, wait_for: "exit" })).output).toContain("printed");
});

test("FR-005", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 20");
  const { output } = await call("BashOutput", { bash_id, filter: "^1[5-7]$", wait_for: "exit" });
  expect(output).toMatch(/\n\n15\n16\n17\n\[since="0" reads it again\]$/);
});

test("FR-006", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("sleep 300");
  await call("KillBash", { bash_id: id });
  expect(shells.getShell(id)?.isRunning).toBe(false);
});

test("FR-007", async () => {
  const { bash, start, call } = openToolkit();
  const colours = String.raw`printf '\e[32mok\e[0m\n'; printf '\e[31mbad\e[0m\n' >&2`;
  expect((await bash(colours)).output).toBe("ok\n[stderr]\nbad\n");
  const read = await call("BashOutput", { bash_id: await start(colours), wait_for: "exit" });
  expect(read.output).toMatch(/\n\nok\n\[stderr\]\nbad\n$/);
});

test("FR-008", async () => {
  const { bash } = openToolkit();
  const [short, long] = [
    await bash("head -c 29000 /dev/zero | tr '\\0' x"),
    await bash("head -c 31000 /dev/zero | tr '\\0' x"),
  ];
  expect(short).toMatchObject({ output: "x".repeat(29_000), metadata: { truncated: false } });
  expect(long.metadata.truncated).toBe(true);
  expect(long.output.length).toBeLessThanOrEqual(30_000);
});

test("FR-009", async () => {
  const { bash } = openToolkit();
  await bash("export KEPT=here; plain=also");
  await bash("exit 3");
  expect((await bash('echo "$KEPT $plain"')).output).toBe("here also\n");
});
