import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createToolkit } from "../../../src/index.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

const approver = async (): Promise<"once"> => "once";

test("after a text that bash cannot read $? is 2, in a new session too, and nothing else has changed", async () => {
  const { bash } = openToolkit();
  expect(await bash("echo )")).toMatchObject({ success: false, metadata: { exit_code: 2, syntax_error: true } });
  expect((await bash('echo $? "${PIPESTATUS[@]}"; X=1; true last')).output).toBe("2 2\n");
  await bash("if");
  expect((await bash("echo $? $_ $X; kill -9 $$")).error).toContain("2 last 1\n");
  await bash("if");
  expect((await bash("echo $? $X")).output).toBe("2 1\n");
});

test("a dry run and a background shell that are refused change no status", async () => {
  const { bash, call } = openToolkit();
  await bash("(exit 7)");
  await call("Bash", { command: "if" }, { dryRun: true });
  await bash("if", { run_in_background: true });
  expect((await bash("echo $?")).output).toBe("7\n");
});

test("a refusal has its streams where they were asked for", async () => {
  const { call, bash } = openToolkit();
  const { metadata } = await call("Bash", { command: "echo )" }, { streams: {} });
  expect(metadata).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/^bash: .*syntax error.*\n/),
    notice: "",
  });
  expect((await bash("echo )")).metadata).not.toHaveProperty("stderr");
});

test("what earlier calls turned on and defined is known when a text is read", async () => {
  const { bash, call, start } = openToolkit({ approver });
  const open = "cat <<E; echo @(a|b)";
  expect((await bash(open)).metadata).toMatchObject({ syntax_error: true });
  await bash("shopt -s extglob; alias WHEN='if true; then'");
  expect((await bash(open)).output).toContain("@(a|b)\n");
  expect(await bash("WHEN echo yes; fi")).toMatchObject({ output: expect.stringContaining("yes\n") });
  expect((await bash("WHEN echo yes; done")).metadata).toMatchObject({ syntax_error: true });
  const bash_id = await start("WHEN echo yes; fi");
  expect((await call("BashOutput", { bash_id, wait_for: "exit", wait_ms: 20_000 })).output).toContain("yes\n");
});

test("the bash that is asked about a text is the one that would run it", async () => {
  const dir = tempDir();
  const own = join(dir, "bash");
  writeFileSync(own, `#!/bin/sh\necho "$*" >>${dir}/asked\nexec /bin/bash "$@"\n`);
  chmodSync(own, 0o755);
  const { call } = createToolkit({ shells: testManager({ bash: own }), workingDir: dir });
  expect((await call("Bash", { command: "if" })).metadata).toMatchObject({ syntax_error: true });
  expect(readFileSync(join(dir, "asked"), "utf8")).toContain("--norc -n\n");
});
