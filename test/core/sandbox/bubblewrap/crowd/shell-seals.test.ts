import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runFile } from "../../../../../src/core/process/run-file.ts";
import { startLiveShell } from "../../../../support/live-shell.ts";
import { createPerson, hasBubblewrap, openSandbox, type Person } from "../../../../support/open-sandbox.ts";

/** What git takes for a repository. */
function makeRepository(directory: string): void {
  for (const name of ["objects", "refs", "hooks"]) mkdirSync(join(directory, ".git", name), { recursive: true });
  writeFileSync(join(directory, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(directory, ".git", "config"), "[core]\n");
}

/** No text of a removal: the seals stay. */
const MOVE = `perl -e 'rename("lib/.git", "gone") or print "$!"'`;

const CHANGES: readonly (readonly [string, (person: Person) => void])[] = [
  ["is removed", ({ workspace }) => rmSync(join(workspace, "lib"), { recursive: true })],
  ["loses its settings", ({ workspace }) => rmSync(join(workspace, "lib", ".git", "config"))],
  ["loses its hooks", ({ workspace }) => rmSync(join(workspace, "lib", ".git", "hooks"), { recursive: true })],
  [
    "becomes a link to elsewhere",
    ({ workspace, outside }) => {
      rmSync(join(workspace, "lib"), { recursive: true });
      symlinkSync(outside, join(workspace, "lib"));
    },
  ],
  [
    "is made anew",
    ({ workspace }) => {
      rmSync(join(workspace, "lib"), { recursive: true });
      makeRepository(join(workspace, "lib"));
    },
  ],
];

describe.runIf(hasBubblewrap)("a shell starts while commands run", () => {
  test.each(CHANGES)("also when a new repository %s before bubblewrap comes to it", async (_, change) => {
    const person = createPerson();
    makeRepository(person.outside);
    const open = await openSandbox("workspace", { person });
    await startLiveShell(open);
    makeRepository(join(person.workspace, "lib"));
    const made = open.wrap(`echo up; ls -d ${person.outside}`);
    change(person);
    const { stdout, stderr } = await runFile(made.plan, { timeoutMs: 50_000 });
    expect(stdout, stderr).toBe("up\n");
  });

  test("and no file appears in the place of a secret that is gone by then", async () => {
    const person = createPerson();
    const open = await openSandbox("workspace", { person });
    await startLiveShell(open);
    const secret = join(person.workspace, ".env");
    writeFileSync(secret, "KEY=canary\n");
    const made = open.wrap("echo up");
    rmSync(secret);
    expect((await runFile(made.plan, { timeoutMs: 50_000 })).stdout).toBe("up\n");
    expect(existsSync(secret)).toBe(false);
  });

  test("what was found in that moment is sealed in it before its first command", async () => {
    const person = createPerson();
    const open = await openSandbox("workspace", { person });
    const first = await startLiveShell(open);
    makeRepository(join(person.workspace, "lib"));
    writeFileSync(join(person.workspace, ".env"), "KEY=canary\n");
    const second = await startLiveShell(open);
    for (const shell of [second, first]) {
      expect((await shell.command("echo evil > lib/.git/hooks/pre-commit")).output).toContain("Read-only file system");
      expect((await shell.command(MOVE)).output).toContain("Device or resource busy");
      expect((await shell.command("cat .env")).output).toContain("Permission denied");
    }
  });
});
