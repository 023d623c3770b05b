import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { createSandbox } from "../../../src/core/sandbox/create-sandbox.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../support/open-sandbox.ts";

test("no sandbox says so and changes nothing but the limits", async () => {
  const person = createPerson();
  const sandbox = await createSandbox("none", { ...person, limits: limitsOf() });
  const plan = { file: "/bin/true", args: [], cwd: "/", env: {} };
  expect(sandbox.wrap(plan, { runtimeDir: person.stateDir })).toBe(plan);
  expect(sandbox.containment.level).toBe("none");
  expect(sandbox.explain({ failed: true, stderr: "Read-only file system", cwd: "/" })).toBeUndefined();
  await sandbox.beforeCommand();
  await sandbox.afterCommand({ command: "x" });
  expect(sandbox.takeNotices()).toEqual([]);
  await sandbox.started(process.pid, plan);
  await sandbox.close();
});

describe.runIf(hasBubblewrap)("a sandbox around a workspace", () => {
  test("contains fully on this machine, and a command in it works", async () => {
    const { sandbox, person, run } = await openSandbox();
    expect(sandbox.containment).toEqual({ level: "full", reasons: [] });
    expect(await run('echo made > file && pwd && echo "$HOME" && whoami')).toEqual({
      exitCode: 0,
      stdout: `${person.workspace}\n${person.home}\nagent\n`,
      stderr: "",
    });
    expect(readFileSync(`${person.workspace}/file`, "utf8")).toBe("made\n");
  });

  test("the readonly profile lets nothing in the workspace be changed", async () => {
    const person = createPerson({ "app/file": "before" });
    const { run } = await openSandbox("readonly", { person });
    const { exitCode, stdout, stderr } = await run("cat file; echo after > file");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "before" });
    expect(stderr).toContain("Read-only file system");
  });

  test("closing twice is the same as once", async () => {
    const { sandbox } = await openSandbox();
    await sandbox.close();
    await sandbox.close();
  });
});
