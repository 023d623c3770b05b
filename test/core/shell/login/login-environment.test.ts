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
  const [first, second] = await Promise.all([login.variables(), login.variables()]);
  expect(first).toMatchObject({ PATH: expect.stringMatching(/^\/from\/profile:/), FROM_PROFILE: "a b" });
  expect(first).not.toHaveProperty("SAME");
  expect(second).toBe(first);
  expect(login.state).toBe("there");
});

test("no shell waits long for it, and later ones have it", async () => {
  let give = (_: Readonly<Record<string, string>>): void => undefined;
  const login = new LoginEnvironment(() => new Promise((resolve) => (give = resolve)));
  expect(await login.variables()).toEqual({});
  expect(login.state).toBe("awaited");
  give({ PATH: "/late" });
  await Promise.resolve();
  expect(await login.variables()).toEqual({ PATH: "/late" });
  expect(login.state).toBe("there");
});

test("a login that gives none costs nothing but its variables", async () => {
  const login = new LoginEnvironment(async () => undefined);
  expect(await login.variables()).toEqual({});
  expect(login.state).toBe("failed");
});
