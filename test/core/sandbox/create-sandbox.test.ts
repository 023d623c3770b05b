import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { createSandbox } from "../../../src/core/sandbox/create-sandbox.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../support/open-sandbox.ts";

test("no sandbox says so and changes nothing but the limits", async () => {
  const person = createPerson();
  const sandbox = await createSandbox("none", { ...person, limits: limitsOf() });
  const plan = { file: "/bin/true", args: [], cwd: "/", env: {} };
  const wrapped = sandbox.wrap(plan, { runtimeDir: person.stateDir });
  expect(wrapped.plan).toBe(plan);
  expect(sandbox.containment.level).toBe("none");
  expect(sandbox.explain({ failed: true, stderr: "Read-only file system", cwd: "/" })).toBeUndefined();
  await sandbox.events.beforeCommand("true");
  await sandbox.events.afterCommand("x");
  expect(sandbox.events.takeNotices()).toEqual([]);
  await wrapped.started(process.pid);
  await sandbox.close();
});

describe.runIf(hasBubblewrap)("a sandbox around a workspace", () => {
  test("contains fully on this machine, and a command in it works", async () => {
    const { sandbox, person, run } = await openSandbox();
    expect(sandbox.containment).toMatchObject({ level: "full" });
    expect(await run('echo made > file && pwd && echo "$HOME" && whoami')).toEqual({
      exitCode: 0,
      stdout: `${person.workspace}\n${person.home}\nagent\n`,
      stderr: "",
    });
    expect(readFileSync(`${person.workspace}/file`, "utf8")).toBe("made\n");
  });

  test("has a /tmp and a home with nothing of the user in them, and shows what is named in /etc", async () => {
    const directory = ["/etc/security", "/etc/apt", "/etc/pam.d", "/etc/init.d"].find((path) => existsSync(path)) ?? "";
    const { run, person } = await openSandbox({ profile: "workspace", read: ["/etc/passwd", directory] });
    const top = person.root.split("/")[2];
    const { stdout } = await run(
      `ls -A /tmp; ls -A ~; ls ${directory} >&2 && grep -q ^root: /etc/passwd && echo shown`,
    );
    expect(stdout).toBe(
      `${top}\n.bashrc\n.cache\n.cargo\n.gradle\n.local\n.m2\n.npm\n.profile\n.yarn\n.zshrc\napp\nshown\n`,
    );
  });

  test("without a network, package managers are told not to try again; with one they are not", async () => {
    const off = await openSandbox({ profile: "workspace", network: "off" });
    expect((await off.run("echo $NPM_CONFIG_FETCH_RETRIES $PIP_RETRIES")).stdout).toBe("0 0\n");
    const on = await openSandbox();
    expect((await on.run("echo $NPM_CONFIG_FETCH_RETRIES$PIP_RETRIES")).stdout).toBe("\n");
  });

  test("a secret file of the workspace is opened as far as it was named", async () => {
    const person = createPerson({ "app/.env": "S=1\n" });
    const env = join(person.workspace, ".env");
    const tried = async (paths: { read?: string[]; write?: string[] }) =>
      (await (await openSandbox({ profile: "workspace", ...paths }, { person })).run("cat .env; echo S=2 > .env"))
        .stdout;
    expect(await tried({})).toBe("");
    expect(await tried({ read: [env] })).toBe("S=1\n");
    expect(readFileSync(env, "utf8")).toBe("S=1\n");
    expect(await tried({ write: [env] })).toBe("S=1\n");
    expect(readFileSync(env, "utf8")).toBe("S=2\n");
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
