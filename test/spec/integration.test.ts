import { expect, test } from "vitest";
import { openToolkit } from "../support/open-toolkit.ts";

test("Integration Tests / Full background command workflow", async () => {
  const { bash, call } = openToolkit();
  const started = await bash("echo begun; sleep 0.5; echo finished", { run_in_background: true });
  const { bash_id } = started.metadata;
  const progress = await call("BashOutput", { bash_id, wait_for: { pattern: "begun" } });
  const last = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect([started, progress, last].map(({ success }) => success)).toEqual([true, true, true]);
  expect(progress.output).toContain("begun");
  expect(last.output).toMatch(/^Status: completed, Exit code: 0.*\n\nfinished\n$/);
});

test("Integration Tests / Kill and verify workflow", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("sleep 300");
  expect((await call("BashOutput", { bash_id })).metadata["status"]).toBe("running");
  expect((await call("KillShell", { shell_id: bash_id })).success).toBe(true);
  expect((await call("BashOutput", { bash_id })).metadata).toMatchObject({ status: "killed", is_running: false });
});

test("Integration Tests / Multiple concurrent shells", async () => {
  const { start, call, shells } = openToolkit();
  const numbers = [1, 2, 3, 4, 5];
  const ids = await Promise.all(numbers.map((number) => start(`echo shell number ${number}; sleep 30`)));
  expect(new Set(ids).size).toBe(5);
  expect(new Set(shells.listShells().map(({ id }) => String(id)))).toEqual(new Set(ids));
  const outputs = await Promise.all(ids.map((bash_id) => call("BashOutput", { bash_id, wait_for: "output" })));
  expect(outputs.map(({ output }) => output.split("\n").at(2))).toEqual(numbers.map((n) => `shell number ${n}`));
});

test("Integration Tests / Timeout does not affect other shells", async () => {
  const { start, call, shells } = openToolkit();
  const steady = await start("while true; do echo alive; sleep 0.1; done");
  const late = shells.getShell(await start("sleep 300"));
  await expect(late?.wait(300)).rejects.toThrow("300 ms");
  expect(late?.status).toBe("timeout");
  await call("BashOutput", { bash_id: steady });
  const after = await call("BashOutput", { bash_id: steady, wait_for: "output" });
  expect(after.metadata["status"]).toBe("running");
  expect(after.output).toMatch(/\n\n(?:alive\n)+$/);
});
