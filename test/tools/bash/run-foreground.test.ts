import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";

test("a listener that throws costs the command nothing", async () => {
  const { call } = openToolkit();
  let heard = 0;
  const result = await call(
    "Bash",
    { command: "echo one; sleep 0.2; echo two" },
    {
      onOutput: () => {
        heard += 1;
        throw new Error("no more");
      },
    },
  );
  expect(result.output).toBe("one\ntwo\n");
  expect(heard).toBe(1);
});

test("with onTimeout: background a command outlives its time, with an id to read it by", async () => {
  const { call, bash, workingDir } = openToolkit();
  const command = "echo before; until [ -e go ]; do sleep 0.05; done; echo after";
  const result = await call("Bash", { command, timeout: 1000 }, { onTimeout: "background" });
  const { bash_id } = result.metadata;
  expect(result).toMatchObject({ success: true, metadata: { status: "running", timed_out: true } });
  expect(result.output).toMatch(/goes on as a background shell: shell_\w+\n.*\nbefore\n$/);
  await bash("touch go");
  expect(existsSync(join(workingDir, "go"))).toBe(true);
  const read = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(read.output).toMatch(/^Status: completed, Exit code: 0.*\n\nbefore\nafter\n$/);
});

test("a command that nears a caller's own limit is handed over, although its timeout is not over", async () => {
  const { call } = openToolkit();
  const long = await call("Bash", { command: "sleep 300", timeout: 60_000 }, { backgroundAfterMs: 1000 });
  expect(long.metadata).toMatchObject({ status: "running", bash_id: expect.stringMatching(/^shell_/) });
  expect(long.metadata).not.toHaveProperty("timed_out");
  const short = await call("Bash", { command: "sleep 300", timeout: 1000 }, { backgroundAfterMs: 5000 });
  expect(short.metadata).toMatchObject({ status: "timeout", timed_out: true });
});

test("a directory that changed is told", async () => {
  const { bash, workingDir } = openToolkit();
  expect((await bash("mkdir sub")).metadata).not.toHaveProperty("cwd_changed");
  expect((await bash("cd sub")).metadata).toMatchObject({ cwd: join(workingDir, "sub"), cwd_changed: true });
  expect((await bash("pwd")).output).toBe(`${workingDir}/sub\n`);
});
