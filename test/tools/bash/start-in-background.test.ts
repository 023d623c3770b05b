import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
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

test("a session has its turn back as soon as a background shell has started, before its call is answered", async () => {
  const order: string[] = [];
  const kit = openToolkit({
    onEvent: ({ kind }) => {
      if (kind !== "shell-started") return;
      const session = kit.shells.session(DEFAULT_SESSION, kit.workingDir);
      void session.inTurn(async () => {
        // The answer needs some steps when its turn is over, and no timer: a turn that came with it comes behind it.
        for (let step = 0; step < 1000; step++) await Promise.resolve();
        order.push("turn");
      });
    },
  });
  await kit.bash("sleep 300", { run_in_background: true });
  order.push("answer");
  expect(order).toEqual(["turn", "answer"]);
});
