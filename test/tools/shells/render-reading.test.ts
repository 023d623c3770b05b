import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

const lastLine = (output: string): string => output.slice(output.lastIndexOf("\n") + 1);

test("a plain read is its status and what is new, and nothing else", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo one");
  const { output } = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(output).toMatch(/^Status: completed, Exit code: 0, Duration: \d+ms\n\none\n$/);
  expect((await call("BashOutput", { bash_id })).output).toMatch(/^Status: completed, Exit code: 0, Duration: \d+ms$/);
});

test("a cut says at its end what is missing and how to read it, and that cursor does read it", async () => {
  const { start, call } = openToolkit({ limits: { visibleChars: 2000 } });
  const go = join(tempDir(), "go");
  const bash_id = await start(`echo before; until [ -e ${go} ]; do sleep 0.05; done; seq 1 5000; exit 4`);
  await call("BashOutput", { bash_id, wait_for: "output" });
  writeFileSync(go, "");
  const cut = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(cut.output.length).toBeLessThanOrEqual(2000);
  expect(lastLine(cut.output)).toMatch(
    /^\[exit code 4; \d+ characters left out; all of it is in .*; since="o7e0-\w+" reads it again\]$/,
  );
  const [, since] = /since="(o7e0-\w+)"/.exec(cut.output) ?? [];
  const again = await call("BashOutput", { bash_id, since, filter: "^2500$" });
  expect(again.output).toMatch(/\n\n2500\n\[exit code 4; since="o7e0-\w+" reads it again; next: since="\w+-\w+"\]$/);
});

test("a signal is told, also where there is nothing to read", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("kill -KILL $$");
  const { output } = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(output).toMatch(/^Status: failed, Exit code: 137, Duration: \d+ms\n\n\[exit code 137 \(SIGKILL\)\]$/);
});

test("what a wait met is said where the text does not show it", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo ready; echo hidden; sleep 300");
  const read = { bash_id, since: 0, wait_for: { pattern: "ready" } };
  expect((await call("BashOutput", read)).output).not.toContain("met:");
  const hidden = await call("BashOutput", { ...read, filter: "hidden" });
  expect(lastLine(hidden.output)).toMatch(/^\[met: a line that matches ready; since="0" reads it again; next: /);
});

test("a wait in vain says how long and for what", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("sleep 300");
  const { output } = await call("BashOutput", { bash_id, wait_ms: 50 });
  expect(output).toMatch(/\n\n\[note\] waited \d+ ms in vain for new output$/);
});
