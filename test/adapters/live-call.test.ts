import { expect, test } from "vitest";
import { callLive } from "../../src/adapters/live-call.ts";
import { isAlive } from "../support/is-alive.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";

test("whoever stops reading stops the command, and waits until it is gone", async () => {
  const kit = openToolkit();
  const steps = callLive(kit, { name: "Bash", input: { command: "echo $$; exec sleep 300" }, defaults: {} });
  const { value } = await steps.next();
  const pid = Number(typeof value === "object" && "kind" in value ? value.output : 0);
  expect(isAlive(pid)).toBe(true);
  await steps.return({ success: false, output: "", metadata: {} });
  await waitUntil("the command to be gone", () => !isAlive(pid));
});

test("only the end of a long output is shown while it runs, and all of it in the result", async () => {
  const kit = openToolkit();
  const command = 'printf "😀%.0s" {1..9000}; until [ -e go ]; do sleep 0.05; done';
  const steps = callLive(kit, { name: "Bash", input: { command }, defaults: {} });
  const first = await steps.next();
  await kit.call("Bash", { command: "touch go", session_id: "another" });
  let last = await steps.next();
  while (last.done !== true) last = await steps.next();
  const shown = typeof first.value === "object" && "kind" in first.value ? first.value.output : "";
  expect(shown.length).toBeLessThanOrEqual(8000);
  expect(shown).toMatch(/^(😀)+$/u);
  expect(last.value.output).toHaveLength(18_000);
});

test("a silent command shows nothing before its result", async () => {
  const kit = openToolkit();
  const steps = callLive(kit, { name: "Bash", input: { command: "sleep 0.3" }, defaults: {} });
  expect(await steps.next()).toMatchObject({ done: true, value: { success: true, output: "" } });
});

test("the caller's signal is let go of when the call is over", async () => {
  const kit = openToolkit();
  const abort = new AbortController();
  const call = { name: "Bash", input: { command: "true" }, signal: abort.signal, defaults: {} };
  await callLive(kit, call).next();
  abort.abort();
  expect(await kit.bash("echo alive")).toMatchObject({ success: true, output: "alive\n" });
});
