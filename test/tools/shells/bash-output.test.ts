import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

const bodyOf = (output: string): string => (output.includes("\n\n") ? output.slice(output.indexOf("\n\n") + 2) : "");

/** A port nobody listens on just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const SERVE = (port: number): string =>
  `exec node -e 'require("node:net").createServer().listen(${port}, "127.0.0.1")'`;

test("a read says what is known of the shell, and gives what is new", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo out; echo err >&2; exit 3");
  const result = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(result.output).toMatch(/^Status: failed, Exit code: 3, Duration: \d+ms\n\nout\n\[stderr\]\nerr\n$/);
  expect(result.metadata).toEqual({
    bash_id,
    status: "failed",
    exit_code: 3,
    is_running: false,
    duration_ms: expect.any(Number),
    next_cursor: expect.stringMatching(/^o4e4-/),
    dropped: 0,
    truncated: false,
    wait: "met",
  });
  const again = await call("BashOutput", { bash_id });
  expect(again.output).toMatch(/^Status: failed, Exit code: 3, Duration: \d+ms$/);
});

test("a filter shows only what matches, and the rest counts as read; with since nothing is used up", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo 'error: one'; echo fine; echo 'error: two' >&2");
  const peek = await call("BashOutput", { bash_id, since: 0, filter: "fine", wait_for: "exit" });
  expect(bodyOf(peek.output)).toBe("fine\n");
  expect(bodyOf((await call("BashOutput", { bash_id, filter: "error" })).output)).toBe(
    "error: one\n[stderr]\nerror: two\n",
  );
  expect(bodyOf((await call("BashOutput", { bash_id })).output)).toBe("");
  expect(bodyOf((await call("BashOutput", { bash_id, since: "0" })).output)).toContain("fine");
});

test("head and tail choose lines of what is new", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 100");
  expect(bodyOf((await call("BashOutput", { bash_id, since: 0, head: 2, wait_for: "exit" })).output)).toBe("1\n2\n");
  expect(bodyOf((await call("BashOutput", { bash_id, since: 0, tail: 2 })).output)).toBe("99\n100\n");
  const both = bodyOf((await call("BashOutput", { bash_id, since: 0, head: 1, tail: 1 })).output);
  expect(both).toMatch(/^1\n\[Output truncated: .*98 lines.*\]\n100\n$/);
});

test("30,000 characters hold for a read too; what it cut counts as read and can be read again", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 20000");
  const result = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(result.output.length).toBeLessThanOrEqual(30_000);
  expect(result.metadata).toMatchObject({ truncated: true, output_path: expect.stringContaining(bash_id) });
  expect(bodyOf((await call("BashOutput", { bash_id })).output)).toBe("");
  const middle = await call("BashOutput", { bash_id, since: 0, filter: "^10000$" });
  expect(bodyOf(middle.output)).toBe("10000\n");
});

test("more than is kept is told as dropped", async () => {
  const { start, call } = openToolkit({ limits: { logBytes: 20_000, outputMemoryBytes: 4096 } });
  const bash_id = await start("seq 1 20000");
  const result = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(result.metadata["dropped"]).toEqual(expect.any(Number));
  expect(Number(result.metadata["dropped"])).toBeGreaterThan(50_000);
  expect(result.output).toMatch(/bytes of this stretch are gone/);
});

test("wait_ms alone waits for output", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("sleep 0.4; echo late; sleep 300");
  const result = await call("BashOutput", { bash_id, wait_ms: 20_000 });
  expect(result).toMatchObject({
    output: expect.stringContaining("late"),
    metadata: { wait: "met", is_running: true },
  });
});

test("a wait that is over in vain says what it waited for", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("sleep 300");
  const waits: readonly (readonly [wait_for: unknown, what: string])[] = [
    ["output", "new output"],
    ["exit", "the end of the shell"],
    [{ pattern: "never" }, "a line that matches never"],
    [{ port: 1 }, "port 1 of 127.0.0.1"],
  ];
  for (const [wait_for, what] of waits) {
    const result = await call("BashOutput", { bash_id, wait_for, wait_ms: 0 });
    expect(result).toMatchObject({ success: true, metadata: { wait: "timed-out", is_running: true } });
    expect(result.output).toMatch(new RegExp(`\\[note\\] waited \\d+ ms in vain for ${what}`));
  }
});

test("a wait that can no longer succeed returns early, says why and shows the end of the log", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 50; echo 'cannot bind' >&2; exit 1");
  await call("BashOutput", { bash_id, wait_for: "exit" });
  for (const wait_for of ["output", { pattern: "ready" }, { port: await freePort() }]) {
    const result = await call("BashOutput", { bash_id, wait_for, wait_ms: 300_000 });
    expect(result.metadata["wait"]).toBe("ended");
    expect(result.output).toMatch(/^Status: failed.*\n\n\[note\] .* can no longer come: the shell has ended\n/);
    expect(result.output).toMatch(
      /\[note\] nothing new; the end of its output:\n31\n.*50\n\[stderr\]\ncannot bind\n$/s,
    );
  }
});

test("a pattern is found in a line that is not finished, and across what was printed before the wait", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo begun; printf 'Listening on 3000'; sleep 300");
  const result = await call("BashOutput", { bash_id, wait_for: { pattern: "Listening on \\d+" } });
  expect(result).toMatchObject({
    output: expect.stringMatching(/begun\nListening on 3000$/),
    metadata: { wait: "met" },
  });
});

test("a pattern that was read before is not waited for in silence", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo ready; sleep 300");
  await call("BashOutput", { bash_id, wait_for: { pattern: "ready" } });
  const again = await call("BashOutput", { bash_id, wait_for: { pattern: "ready" }, wait_ms: 0 });
  expect(again.output).toContain("the pattern stands in output that was read before");
  expect((await call("BashOutput", { bash_id, since: 0, wait_for: { pattern: "ready" } })).metadata["wait"]).toBe(
    "met",
  );
});

test("a port is waited for until the shell listens on it", async () => {
  const { start, call } = openToolkit();
  const port = await freePort();
  const bash_id = await start(`sleep 0.3; ${SERVE(port)}`);
  const result = await call("BashOutput", { bash_id, wait_for: { port } });
  expect(result.metadata["wait"]).toBe("met");
  const { metadata } = await call("ListShells", {});
  expect(metadata["shells"]).toEqual([expect.objectContaining({ id: bash_id, listening_ports: [port] })]);
});

test("a port that another process answers is told apart", async () => {
  const { start, call } = openToolkit();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const bash_id = await start("sleep 300");
  const result = await call("BashOutput", { bash_id, wait_for: { port, host: "localhost" } });
  expect(result.metadata["wait"]).toBe("met-elsewhere");
  expect(result.output).toContain(`port ${port} answers, but none of this shell's processes was seen listening`);
});

test("what an ended shell left running is still waited for", async () => {
  const { start, call, workingDir } = openToolkit();
  const bash_id = await start("(until [ -e go ]; do sleep 0.05; done; echo from the child) & echo parent done");
  await call("BashOutput", { bash_id, wait_for: "exit" });
  const waiting = call("BashOutput", { bash_id, wait_for: { pattern: "from the child" } });
  writeFileSync(join(workingDir, "go"), "");
  expect((await waiting).metadata).toMatchObject({ wait: "met", status: "completed" });
});

test("an aborted wait reads nothing", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo unread; sleep 300");
  const controller = new AbortController();
  const waiting = call("BashOutput", { bash_id, wait_for: "exit" }, { signal: controller.signal });
  controller.abort();
  expect(await waiting).toMatchObject({ success: false, metadata: { cancelled: true } });
  expect((await call("BashOutput", { bash_id, wait_for: "output" })).output).toContain("unread");
});

test("a long log is searched page by page", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 600000; echo needle");
  const result = await call("BashOutput", { bash_id, wait_for: { pattern: "^needle$" }, tail: 1 });
  expect(result).toMatchObject({ output: expect.stringMatching(/needle\n$/), metadata: { wait: "met" } });
});

test("KillShell takes a signal, and ends what an ended shell left running", async () => {
  const { start, call, shells } = openToolkit();
  const polite = await start("trap 'echo bye; exit 0' INT; while :; do sleep 0.05; done");
  await waitUntil("the trap", () => shells.getShell(polite)?.isRunning === true);
  expect((await call("KillShell", { shell_id: polite, signal: "INT" })).metadata).toMatchObject({
    signal: "INT",
    survivors: [],
    status: "killed",
  });
  const parent = await start("sleep 300 & exit 0");
  await call("BashOutput", { bash_id: parent, wait_for: "exit" });
  expect(shells.getShell(parent)?.processes().length).toBeGreaterThan(0);
  expect(await call("KillShell", { shell_id: parent, signal: "KILL" })).toMatchObject({
    success: true,
    output: `Shell ${parent} already stopped (status: completed)`,
    metadata: { already_stopped: true, survivors: [] },
  });
  expect(shells.getShell(parent)?.processes()).toEqual([]);
});

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

test("a child that ends without a word ends the wait for it", async () => {
  const { start, call, workingDir } = openToolkit();
  const bash_id = await start("(until [ -e go ]; do sleep 0.05; done) & echo parent done");
  await call("BashOutput", { bash_id, wait_for: "exit" });
  const waiting = call("BashOutput", { bash_id, wait_for: { pattern: "never" }, wait_ms: 300_000 });
  writeFileSync(join(workingDir, "go"), "");
  expect((await waiting).metadata["wait"]).toBe("ended");
});
