import { expect, test, vi } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { gatedLogin } from "../../../support/login-home.ts";
import { run, testManager } from "../../../support/shells.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("what the session has set or changed stays as it is when the login answers, and the rest comes", async () => {
  const { open } = gatedLogin(
    "export PATH=/from/login:$PATH CHANGED=login SET=login NEW='a b' QUOTED=\"it's\" LANG=C LOST=login READ_ONLY=login",
  );
  for (const name of ["CHANGED", "LOST", "READ_ONLY"]) vi.stubEnv(name, "host");
  const manager = testManager({ loginShell: true });
  await run(
    manager,
    "CHANGED=mine; SET=mine; unset LOST; declare -r READ_ONLY; enable -n export; shopt -s nocasematch",
  );
  open();
  await waitUntil("the login environment", async () => (await run(manager, "echo ${NEW-}")).stdout === "a b\n");
  const { stdout } = await run(
    manager,
    'echo "$CHANGED $SET ${LOST-unset} $READ_ONLY $LANG"; echo "$PATH"; env | grep -E "^(NEW|QUOTED)="',
  );
  expect(stdout).toMatch(/^mine mine unset host C\n\/from\/login:.*\n(?:NEW=a b\nQUOTED=it's|QUOTED=it's\nNEW=a b)\n$/);
  await run(manager, "exit");
  expect((await run(manager, 'echo "$NEW $CHANGED"')).stdout).toBe("a b mine\n");
});

test("the next command sees nothing of what arrived between but the variables", async () => {
  const { open } = gatedLogin("export NEW=1");
  const manager = testManager({ loginShell: true });
  const look = 's="$? $_"; echo ${NEW-}; (exit 7)';
  await run(manager, ": last; (exit 7)");
  open();
  await waitUntil("the login environment", async () => (await run(manager, look)).stdout === "1\n");
  expect((await run(manager, 'echo "$s"')).stdout).toMatch(/^7 /);
});

test("a session that begins when the login has answered starts with it, and lacks nothing", async () => {
  const { open } = gatedLogin("export NEW=1");
  open();
  const manager = testManager({ loginShell: true });
  expect((await run(manager, "echo $NEW")).stdout).toBe("1\n");
  expect(manager.session(DEFAULT_SESSION, "/tmp").login.lack).toBeUndefined();
});

test("a session without a login lacks nothing", async () => {
  const { open } = gatedLogin("export NEW=1");
  open();
  const manager = testManager();
  expect((await run(manager, "echo ${NEW-none}")).stdout).toBe("none\n");
  expect(manager.session(DEFAULT_SESSION, "/tmp").login).toMatchObject({ lack: undefined });
});
