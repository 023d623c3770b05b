import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LoginEnvironment, loginEnvironmentOf } from "../../../../src/core/shell/login/login-environment.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("it is what the login files set or change, asked once", async () => {
  const home = tempDir();
  writeFileSync(join(home, ".bash_profile"), "export PATH=/from/profile:$PATH FROM_PROFILE='a b'; echo x >>~/asked\n");
  const host = { HOME: home, PATH: "/usr/bin:/bin", SAME: "as before" };
  const login = loginEnvironmentOf("/bin/bash", host);
  expect(loginEnvironmentOf("/bin/bash", host)).toBe(login);
  const [first, second] = await Promise.all([login.now(), login.now()]);
  expect(first.variables).toMatchObject({ PATH: expect.stringMatching(/^\/from\/profile:/), FROM_PROFILE: "a b" });
  expect(first.variables).not.toHaveProperty("SAME");
  expect(second).toBe(first);
  expect(first.lack).toBeUndefined();
});

test("no shell waits long for it, and later ones have it", async () => {
  let give = (_: Readonly<Record<string, string>>): void => undefined;
  const login = new LoginEnvironment(() => new Promise((resolve) => (give = resolve)));
  expect(await login.now()).toEqual({ variables: {}, lack: "awaited" });
  give({ PATH: "/late" });
  expect(await login.answer()).toEqual({ PATH: "/late" });
  expect(await login.now()).toEqual({ variables: { PATH: "/late" }, lack: undefined });
});

test("a login that gives none costs nothing but its variables, and is told once", async () => {
  const login = new LoginEnvironment(async () => undefined);
  expect(login.takeFailure()).toBe(false);
  expect(await login.now()).toEqual({ variables: {}, lack: "failed" });
  expect([login.takeFailure(), login.takeFailure()]).toEqual([true, false]);
});
