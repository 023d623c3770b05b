import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gatedLogin, loginHome } from "../../support/login-home.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a command that ran before the login answered, and was not found, says so; later it is found", async () => {
  const { home, open } = gatedLogin("export PATH=~:$PATH");
  writeFileSync(join(home, "frobnicate"), "#!/bin/sh\necho found\n");
  chmodSync(join(home, "frobnicate"), 0o755);
  const kit = openToolkit({ loginShell: true });
  const early = await kit.bash("frobnicate");
  expect(early.error).toMatch(
    /\[note\] it ran without the environment of the user's login shell, which has not answered/,
  );
  expect(early.metadata).toMatchObject({ exit_code: 127, login_environment: "awaited" });
  const begun = await kit.bash("frobnicate", { run_in_background: true });
  expect(begun.metadata).toMatchObject({ login_environment: "awaited" });
  const fine = await kit.bash("echo fine");
  expect(fine.output).toBe("fine\n");
  open();
  await waitUntil("the login environment", async () => (await kit.bash("frobnicate")).output === "found\n");
  expect((await kit.bash("frobnicate")).metadata).not.toHaveProperty("login_environment");
});

test("a login that gives nothing is told once, and where a command is not found", async () => {
  loginHome("exit 3\n");
  const kit = openToolkit({ loginShell: true });
  const first = await kit.bash("echo one");
  expect(first.output).toContain("the user's login shell failed or took too long (said once): commands run without");
  expect(first.metadata).toMatchObject({ login_environment: "failed" });
  expect((await kit.bash("echo two", { session_id: "another" })).output).toBe("two\n");
  expect((await kit.bash("frobnicate")).error).toContain("the user's login shell, which gave none");
});
