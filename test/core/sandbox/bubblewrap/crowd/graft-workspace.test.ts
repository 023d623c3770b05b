import { mkdirSync, readdirSync, readlinkSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { removeTree } from "../../../../../src/core/process/remove-tree.ts";
import { runFile } from "../../../../../src/core/process/run-file.ts";
import { graftedPlan } from "../../../../../src/core/sandbox/bubblewrap/crowd/graft-workspace.ts";
import { pidsWith } from "../../../../support/is-alive.ts";
import { startLiveShell } from "../../../../support/live-shell.ts";
import { createPerson, hasBubblewrap, openSandbox, type Person } from "../../../../support/open-sandbox.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

/** A person with so many repositories that a keeper keeps the seals. */
function crowdedPerson(files: Readonly<Record<string, string>> = {}): Person {
  const repositories = Array.from({ length: 20 }, (_, at) => [`app/r${at}/.git/HEAD`, `app/r${at}/.git/config`]).flat();
  const person = createPerson({ ...Object.fromEntries(repositories.map((path) => [path, ""])), ...files });
  for (let at = 0; at < 20; at++) mkdirSync(join(person.workspace, `r${at}/.git/hooks`));
  return person;
}

/** What a shell can do in a crowded workspace, a word for each. */
const TRIES = `
try() { if eval "$2" 2>/dev/null; then echo "$1: yes"; else echo "$1: no"; fi; }
try "write a file" "touch r3/file"
try "make a hook" "touch r3/.git/hooks/pre-commit"
try "make a hook by the whole path" 'touch "$PWD/r7/.git/hooks/pre-commit"'
try "write a configuration" "echo >>r19/.git/config"
try "write git's other files" "touch r3/.git/index.lock"
try "move a git directory" "mv r4/.git r4/git"
try "read a secret" "cat r5/.env"
try "write where the operator allows it" "touch .vscode/open/file"
try "write beside that" "touch .vscode/file"
`;

describe.runIf(hasBubblewrap)("in a crowded workspace", () => {
  test.each(["on", "off"] as const)("every seal holds in every shell, with network %s", async (network) => {
    const person = crowdedPerson({ "app/r5/.env": "secret", "app/.vscode/open/x": "" });
    const write = [join(person.workspace, ".vscode/open")];
    const { run, plan } = await openSandbox({ profile: "workspace", network, write }, { person });
    expect(plan("true").args.join("\n")).toContain("--info-fd");
    for (const { stdout, stderr, exitCode } of [await run(TRIES), await run(`cd r1; cd ..; ${TRIES}`)]) {
      expect(stdout.split("\n").slice(0, -1)).toEqual([
        "write a file: yes",
        "make a hook: no",
        "make a hook by the whole path: no",
        "write a configuration: no",
        "write git's other files: yes",
        "move a git directory: no",
        "read a secret: no",
        "write where the operator allows it: yes",
        "write beside that: no",
      ]);
      expect([stderr, exitCode]).toEqual(["", 0]);
    }
  });

  test("a shell begins in its directory, with nothing of nacre's", async () => {
    const { run, person } = await openSandbox("workspace", { person: crowdedPerson() });
    const { stdout } = await run('pwd; echo "$PWD ${OLDPWD-none}"; cd /proc/self/fd; echo *');
    expect(stdout).toBe(`${person.workspace}\n${person.workspace} none\n0 1 2 3\n`);
  });

  test("a readonly one shows everything but secrets, and nothing can be written", async () => {
    const secrets = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`app/s${at}/.env`, "secret"]));
    const { run, plan } = await openSandbox("readonly", { person: crowdedPerson(secrets) });
    expect(plan("true").args.join("\n")).toContain("--info-fd");
    const { stdout } = await run("cat s*/.env r1/.git/HEAD; ls r1/.git; touch x r1/.git/x || echo refused");
    expect(stdout).toBe("HEAD\nconfig\nhooks\nrefused\n");
  });

  test("what is made after the start is sealed in the next shell", async () => {
    const { run, sandbox, person } = await openSandbox("workspace", { person: crowdedPerson() });
    mkdirSync(join(person.workspace, "later/.git/hooks"), { recursive: true });
    writeFileSync(join(person.workspace, "later/.git/HEAD"), "");
    await sandbox.events.beforeCommand("true");
    await sandbox.events.afterCommand("git init later");
    const { stdout } = await run("touch later/.git/hooks/x later/x; ls later later/.git/hooks");
    expect(stdout).toBe("later:\nx\n\nlater/.git/hooks:\n");
  });

  test("what was replaced while a shell started is sealed before anything runs in it", async () => {
    const open = await openSandbox("workspace", { person: crowdedPerson() });
    const hooks = join(open.person.workspace, "r3/.git/hooks");
    const { command } = await startLiveShell({
      ...open,
      wrap: (script) => {
        const wrapped = open.wrap(script);
        renameSync(hooks, `${hooks}-moved`);
        mkdirSync(hooks);
        return wrapped;
      },
    });
    expect((await command("touch r3/.git/hooks/x")).output).toContain("Read-only file system");
  });

  test("what a command moves to where no look goes is sealed there in later shells", async () => {
    const open = await openSandbox("workspace", { person: crowdedPerson() });
    const { command } = await startLiveShell(open);
    expect((await command("mkdir node_modules; mv r3 node_modules/r3")).exitCode).toBe(0);
    const { stdout, stderr } = await open.run(
      "touch node_modules/r3/x && echo moved; touch node_modules/r3/.git/hooks/x",
    );
    expect([stdout, stderr]).toEqual(["moved\n", expect.stringContaining("Read-only file system")]);
  });

  test("what is moved to where no path leads lets no further shell start, also when the keeper changes", async () => {
    const open = await openSandbox("workspace", { person: crowdedPerson({ "app/r3/.env": "secret" }) });
    const { command } = await startLiveShell(open);
    const deep = "d=$(printf x%.0s {1..200}); for i in {1..25}; do mkdir $d; cd $d; done";
    await command(`top=$PWD; ${deep}; mv $top/r3 .; cd $top; mkdir r18-new; mv r18 r18-new/r`);
    await command("true");
    expect(() => open.plan("true")).toThrow(/was moved to where no path leads/);
    removeTree(open.person.workspace);
  });

  test("the host holds no descriptor for a seal", async () => {
    const held = (): number =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes("/.git");
        } catch {
          return false; // closed while we looked
        }
      }).length;
    const open = await openSandbox("workspace", { person: crowdedPerson() });
    const { command } = await startLiveShell(open);
    await command("git init -q later");
    await waitUntil("every seal to have its mount", () => held() === 0);
  });

  test("when it is closed nothing is left", async () => {
    const { sandbox, person, run } = await openSandbox("workspace", { person: crowdedPerson() });
    await run("true");
    await sandbox.close();
    await waitUntil("the end of all that names it", () => pidsWith(person.workspace).length === 0);
  });
});

test.runIf(hasBubblewrap)("a program does not start where the workspace cannot be shown", async () => {
  const walled = {
    file: "/usr/bin/bwrap",
    args: ["--unshare-pid", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--", "/bin/echo", "started"],
    cwd: "/",
    env: {},
  };
  const { exitCode, stdout, stderr } = await runFile(
    graftedPlan(walled, { keeper: 2 ** 22, workspace: "/tmp", directory: "/" }),
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: "" });
  expect(stderr).toBe("the workspace /tmp could not be shown: the copy of its mounts failed\n");
});
