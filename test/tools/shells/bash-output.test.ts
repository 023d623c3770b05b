import { expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const bodyOf = (output: string): string => (output.includes("\n\n") ? output.slice(output.indexOf("\n\n") + 2) : "");

test("a read says what is known of the shell, and gives what is new", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo out; echo err >&2; exit 3");
  const result = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(result.output).toMatch(
    /^Status: failed, Exit code: 3, Duration: \d+ms\n\nout\n\[stderr\]\nerr\n\[exit code 3\]$/,
  );
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
  expect(bodyOf(peek.output)).toBe(
    `fine\n[since="0" reads it again; next: since="${String(peek.metadata["next_cursor"])}"]`,
  );
  expect(bodyOf((await call("BashOutput", { bash_id, filter: "error" })).output)).toBe(
    'error: one\n[stderr]\nerror: two\n[since="0" reads it again]',
  );
  expect(bodyOf((await call("BashOutput", { bash_id })).output)).toBe("");
  expect(bodyOf((await call("BashOutput", { bash_id, since: "0" })).output)).toContain("fine");
});

test("head and tail choose lines of what is new", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 100");
  expect(bodyOf((await call("BashOutput", { bash_id, since: 0, head: 2, wait_for: "exit" })).output)).toMatch(
    /^1\n2\n\[.*\]$/,
  );
  expect(bodyOf((await call("BashOutput", { bash_id, since: 0, tail: 2 })).output)).toMatch(/^99\n100\n\[.*\]$/);
  const both = bodyOf((await call("BashOutput", { bash_id, since: 0, head: 1, tail: 1 })).output);
  expect(both).toMatch(/^1\n\[Output truncated: .*98 lines.*\]\n100\n\[286 characters left out; .*\]$/);
});

test("30,000 characters hold for a read too; what it cut counts as read and can be read again", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("seq 1 20000");
  const result = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(result.output.length).toBeLessThanOrEqual(30_000);
  expect(result.metadata).toMatchObject({ truncated: true, output_path: expect.stringContaining(bash_id) });
  expect(bodyOf((await call("BashOutput", { bash_id })).output)).toBe("");
  const middle = await call("BashOutput", { bash_id, since: 0, filter: "^10000$" });
  expect(bodyOf(middle.output)).toMatch(/^10000\n\[.*\]$/);
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
    ["/never/", "a line that matches never"],
    ["/never/i", "a line that matches \\(\\?i\\)never"],
    ["port:1", "port 1$"],
    ["port:127.0.0.1:1", "port 1 of 127.0.0.1"],
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
  for (const wait_for of ["/ready/", `port:${await freePort()}`]) {
    const result = await call("BashOutput", { bash_id, wait_for, wait_ms: 300_000 });
    expect(result.metadata["wait"]).toBe("ended");
    expect(result.output).toMatch(/^Status: failed.*\n\n\[note\] .* can no longer come: the shell has ended\n/);
    expect(result.output).toMatch(
      /\[note\] nothing new; the end of its output, which may have been read before:\n31\n.*50\n\[stderr\]\ncannot bind\n\[exit code 1\]$/s,
    );
  }
});

test("a wait for output on an ended shell says so and repeats nothing", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo said; exit 1");
  await call("BashOutput", { bash_id, wait_for: "exit" });
  for (const wait of [{ wait_for: "output" }, { wait_ms: 300_000 }]) {
    const result = await call("BashOutput", { bash_id, ...wait });
    expect(result.metadata["wait"]).toBe("ended");
    expect(result.output).toMatch(
      /^Status: failed, .*\n\n\[note\] new output can no longer come: the shell has ended$/,
    );
  }
  // What was not read yet is new, also after the end.
  const unread = await start("echo unread");
  await call("BashOutput", { bash_id: unread, since: "0", wait_for: "exit" });
  expect((await call("BashOutput", { bash_id: unread, wait_for: "output" })).output).toMatch(/\n\nunread\n$/);
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
  expect(result).toMatchObject({
    output: expect.stringMatching(/\n\nneedle\n\[met: a line that matches \^needle\$; since="0" reads it again\]$/),
    metadata: { wait: "met" },
  });
});
