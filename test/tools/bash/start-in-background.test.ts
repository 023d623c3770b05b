import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";

test("a background shell does not start elsewhere when the session's directory is gone", async () => {
  const { bash, workingDir } = openToolkit();
  await bash("mkdir gone; cd gone; rmdir ../gone");
  expect(await bash("pwd", { run_in_background: true })).toMatchObject({
    success: false,
    error: expect.stringContaining(`${workingDir}/gone is gone; cd to one that exists`),
    metadata: { fault: "DIRECTORY_UNUSABLE" },
  });
});

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

test("a background command that ends at once is told at once, and is still there to be read", async () => {
  const { bash, call } = openToolkit();
  const result = await bash("echo quick; exit 5", { run_in_background: true });
  const { bash_id } = result.metadata;
  await call("BashOutput", { bash_id, since: 0, wait_for: "exit" });
  if (result.metadata["is_running"] === false) {
    expect(result.output).toMatch(/It has ended already\. Status: failed, Exit code: 5, Duration: \d+ms\n\nquick\n$/);
  }
  expect((await call("BashOutput", { bash_id })).output).toMatch(/\n\nquick\n$/);
});
