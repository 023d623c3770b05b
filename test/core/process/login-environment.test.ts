import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loginEnvironment } from "../../../src/core/process/login-environment.ts";
import { runFile } from "../../../src/core/process/run-file.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the login environment is what the user's rc files make of it, asked once", async () => {
  const home = tempDir();
  writeFileSync(
    join(home, ".bash_profile"),
    "echo noise; export PATH=/from/profile:$PATH; export FROM_PROFILE='a b'; echo x >>~/asked; sleep 300 &\n",
  );
  const env = { HOME: home, PATH: "/usr/bin:/bin" };
  const [first, second] = await Promise.all([loginEnvironment("/bin/bash", env), loginEnvironment("/bin/bash", env)]);
  expect(first).toMatchObject({ PATH: expect.stringMatching(/^\/from\/profile:/), FROM_PROFILE: "a b" });
  expect(first).not.toHaveProperty("SHLVL");
  expect(second).toBe(first);
  expect(readdirSync(home)).toContain("asked");
});

test("rc files run nothing of the directory the host is in, whatever they put on PATH", async () => {
  const [home, workspace, before] = [tempDir(), tempDir(), process.cwd()];
  writeFileSync(join(workspace, "planted"), "#!/bin/sh\necho planted\n", { mode: 0o755 });
  writeFileSync(join(home, ".bash_profile"), 'PATH=.:$PATH; export RAN="$(planted 2>/dev/null)" WHERE="$PWD"\n');
  const script = `import { loginEnvironment } from ${JSON.stringify(join(before, "dist/core/process/login-environment.js"))};
    console.log(JSON.stringify(await loginEnvironment("/bin/bash", { HOME: ${JSON.stringify(home)}, PATH: "/usr/bin:/bin" })));`;
  const { stdout } = await runFile({
    file: process.execPath,
    args: ["--input-type=module", "-e", script],
    cwd: workspace,
    env: {},
  });
  expect(JSON.parse(stdout)).toMatchObject({ RAN: "", WHERE: home });
});

test("a home that is not there is no reason to have no environment", async () => {
  for (const home of ["/no/such/home", "relative", "/etc/passwd"])
    expect(await loginEnvironment("/bin/bash", { HOME: home, PATH: "/usr/bin:/bin" })).toMatchObject({ HOME: home });
});

test("rc files that fail cost nothing", async () => {
  const home = tempDir();
  writeFileSync(join(home, ".bash_profile"), "exit 1\n");
  expect(await loginEnvironment("/bin/bash", { HOME: home })).toEqual({});
  expect(await loginEnvironment("/no/bash", { HOME: home })).toEqual({});
});
