import { expect, test } from "vitest";
import { openToolkit } from "../support/open-toolkit.ts";

const IDS = ["bash_id", "shell_id", "task_id", "shellId"] as const;

test("every name of the id field works on every name of the tools that take one", async () => {
  const { start, call } = openToolkit();
  for (const tool of ["BashOutput", "TaskOutput", "KillShell", "KillBash", "TaskStop"]) {
    const id = await start("sleep 300");
    for (const field of IDS) expect(await call(tool, { [field]: id })).toMatchObject({ success: true });
    const [bash_id, ...others] = IDS;
    expect(await call(tool, { [bash_id]: id, ...Object.fromEntries(others.map((name) => [name, id])) })).toMatchObject({
      success: true,
    });
  }
});

test("two ids that disagree are refused, and nothing is read or ended", async () => {
  const { start, call, shells } = openToolkit();
  const [one, two] = [await start("echo first; sleep 300"), await start("sleep 300")];
  for (const tool of ["TaskOutput", "KillBash"]) {
    const result = await call(tool, { bash_id: one, task_id: two });
    expect(result).toMatchObject({ success: false, metadata: { error_kind: "invalid-input" } });
    expect(result.error).toContain(`bash_id is "${one}" and task_id is "${two}"; they mean the same shell`);
  }
  expect(shells.listRunning()).toHaveLength(2);
  expect((await call("BashOutput", { bash_id: one, wait_for: "output" })).output).toContain("first");
});

test("TaskOutput waits for the end with block and timeout", async () => {
  const { start, call } = openToolkit();
  const task_id = await start("sleep 0.3; echo done");
  expect((await call("TaskOutput", { task_id, block: false })).metadata["is_running"]).toBe(true);
  const result = await call("TaskOutput", { task_id, block: true, timeout: 20_000 });
  expect(result).toMatchObject({
    output: expect.stringContaining("done"),
    metadata: { is_running: false, wait: "met" },
  });
  expect((await call("TaskOutput", { task_id, block: "yes" })).error).toContain('there is no field "block"');
  expect((await call("BashOutput", { task_id, block: true })).error).toContain('there is no field "block"');
});

test("the forms that wait_for and since took before are still taken, and nothing is said of them", async () => {
  const { start, call, schemas } = openToolkit();
  const bash_id = await start("echo ready; sleep 300");
  for (const wait_for of ["/ready/", { pattern: "ready" }, '{"pattern":"ready"}']) {
    for (const since of ["0", 0]) {
      expect(await call("BashOutput", { bash_id, since, wait_for })).toMatchObject({ metadata: { wait: "met" } });
    }
  }
  // A mistake elsewhere is the only one that is told.
  const refused = await call("BashOutput", { since: 0, wait_for: { port: 3000 } });
  expect(refused.error).toMatch(/^Invalid input for BashOutput: bash_id is missing; [^;]*$/);
  expect(JSON.stringify(schemas("json-schema"))).not.toMatch(/"pattern"|"host"/);
});

test("aliases are answered but not advertised", () => {
  const { registry, schemas } = openToolkit();
  expect(registry.has("KillBash")).toBe(false);
  expect(JSON.stringify(schemas("openai"))).not.toMatch(/KillBash|TaskOutput|TaskStop|task_id|shellId/);
});
