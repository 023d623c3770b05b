import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  LoginEnvironment,
  type LoginSource,
  loginEnvironmentOf,
} from "../../../../src/core/shell/login/login-environment.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A login shell that answers when it is told to, and a store that holds this. */
function source(kept: ReturnType<LoginSource["store"]["read"]> = { variables: undefined, hasFailed: false }) {
  const wrote: unknown[] = [];
  let asked = 0;
  let give = (_: Readonly<Record<string, string>> | undefined): void => undefined;
  const answer = new Promise<Readonly<Record<string, string>> | undefined>((resolve) => {
    give = resolve;
  });
  const login = new LoginEnvironment({
    ask: () => {
      asked += 1;
      return answer;
    },
    store: { read: () => kept, keep: (found) => wrote.push(found), noteFailure: () => wrote.push("failure") },
  });
  return { login, wrote, give: (found?: Readonly<Record<string, string>>) => give(found), asked: () => asked };
}

test("it is what the login files set or change, asked once; the next host has it at once", async () => {
  const [home, stateDir] = [tempDir(), tempDir()];
  writeFileSync(join(home, ".bash_profile"), "export PATH=/from/profile:$PATH FROM_PROFILE='a b'; echo x >>~/asked\n");
  const host = { HOME: home, PATH: "/usr/bin:/bin", SAME: "as before" };
  const login = loginEnvironmentOf(stateDir, "/bin/bash", host);
  expect(loginEnvironmentOf(stateDir, "/bin/bash", host)).toBe(login);
  await login.answer();
  const [first, second] = await Promise.all([login.now(), login.now()]);
  expect(first.variables).toMatchObject({ PATH: expect.stringMatching(/^\/from\/profile:/), FROM_PROFILE: "a b" });
  expect(first.variables).not.toHaveProperty("SAME");
  expect(second).toBe(first);
  expect(first.lack).toBeUndefined();
  const next = loginEnvironmentOf(`${stateDir}/.`, "/bin/bash", host);
  expect(await next.now()).toEqual(first);
  expect(readFileSync(join(home, "asked"), "utf8")).toBe("x\n");
});

test("no shell waits long for it, and later ones have it", async () => {
  const { login, give, wrote } = source();
  expect(await login.now()).toEqual({ variables: {}, lack: "awaited" });
  give({ PATH: "/late" });
  expect(await login.answer()).toEqual({ PATH: "/late" });
  expect(await login.now()).toEqual({ variables: { PATH: "/late" }, lack: undefined });
  expect(wrote).toEqual([{ PATH: "/late" }]);
});

test("a login that gives none costs nothing but its variables, and is told once", async () => {
  const { login, give, wrote } = source();
  expect(login.takeFailure()).toBeUndefined();
  give(undefined);
  expect(await login.now()).toEqual({ variables: {}, lack: "failed" });
  expect([login.takeFailure(), login.takeFailure()]).toEqual(["nothing", undefined]);
  expect(wrote).toEqual(["failure"]);
});

test("what an earlier host found is there at once, and asked for anew behind it", async () => {
  const { login, give, asked } = source({ variables: { PATH: "/kept" }, hasFailed: false });
  expect(await login.now()).toEqual({ variables: { PATH: "/kept" }, lack: undefined });
  expect(asked()).toBe(0);
  give({ PATH: "/new" });
  expect(await login.answer()).toEqual({ PATH: "/new" });
  expect(await login.now()).toEqual({ variables: { PATH: "/new" }, lack: undefined });
});

test("a login that fails leaves what an earlier one gave", async () => {
  const { login, give } = source({ variables: { PATH: "/kept" }, hasFailed: false });
  give(undefined);
  expect(await login.answer()).toBeUndefined();
  expect(await login.now()).toEqual({ variables: { PATH: "/kept" }, lack: undefined });
  expect(login.takeFailure()).toBe("earlier");
});

test.each([undefined, { PATH: "/kept" }])(
  "after a failure of another host none is asked, and nothing is told",
  async (variables) => {
    const { login, asked } = source({ variables, hasFailed: true });
    expect(await login.now()).toEqual({
      variables: variables ?? {},
      lack: variables === undefined ? "failed" : undefined,
    });
    expect(await login.answer()).toBeUndefined();
    expect([asked(), login.takeFailure()]).toEqual([0, undefined]);
  },
);
