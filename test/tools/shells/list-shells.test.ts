import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";

test("ListShells shows one session's shells, and filters by status", async () => {
  const { start, call } = openToolkit();
  const running = await start("sleep 300", { description: "Sleeps long" });
  const ended = await start("echo four; exit 2");
  const other = await start("sleep 301", { session_id: "other" });
  await call("BashOutput", { bash_id: ended, since: 0, wait_for: "exit" });
  const all = await call("ListShells", {});
  expect(all.metadata).toMatchObject({ count: 2, session_id: "default" });
  expect(all.metadata["shells"]).toEqual([
    {
      id: running,
      command: "sleep 300",
      description: "Sleeps long",
      status: "running",
      exit_code: null,
      is_running: true,
      age_ms: expect.any(Number),
      duration_ms: expect.any(Number),
      pid: expect.any(Number),
      listening_ports: [],
      stdout_bytes: 0,
      stderr_bytes: 0,
      containment: "none",
    },
    expect.objectContaining({ id: ended, status: "failed", exit_code: 2, stdout_bytes: 5, pid: null }),
  ]);
  expect(all.output).toMatch(
    /^shell_\w+: sleep 300 \(Sleeps long\); Status: running, Duration: \d+ms; pid \d+; printed 0 \+ 0 bytes\n/,
  );
  expect((await call("ListShells", { status: "failed" })).metadata["count"]).toBe(1);
  expect((await call("ListShells", { status: "lost" })).output).toBe("No background shells with status lost.");
  expect((await call("ListShells", { session_id: "none" })).output).toBe("No background shells.");
  expect((await call("ListShells", {}, { sessionId: "other" })).output).toContain(other);
});

test("a list that is longer than a model sees says how many more there are", async () => {
  const { start, call } = openToolkit({ limits: { visibleChars: 2000 } });
  for (let count = 0; count < 14; count += 1) await start(`sleep 300 # ${"x".repeat(100)}`);
  const { output, metadata } = await call("ListShells", {});
  expect(output.length).toBeLessThanOrEqual(2000);
  const lines = output.split("\n");
  expect(lines.at(-1)).toBe(`[${14 - (lines.length - 1)} more shells; status="running" lists fewer]`);
  expect(metadata["count"]).toBe(14);
});
