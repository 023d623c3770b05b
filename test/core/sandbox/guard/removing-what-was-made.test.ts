import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LiveShell, startLiveShell } from "../../../support/live-shell.ts";
import { createPerson, hasBubblewrap, openSandbox, type Person } from "../../../support/open-sandbox.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
  });

/** A workspace with a repository of the user's in it, and a shell behind the wall. */
async function begin(more: (person: Person) => void = () => undefined): Promise<LiveShell & Person> {
  const person = createPerson();
  mkdirSync(join(person.workspace, "origin"));
  git(join(person.workspace, "origin"), "init", "-q", "-b", "master");
  git(join(person.workspace, "origin"), "commit", "-q", "--allow-empty", "-m", "first");
  more(person);
  const open = await openSandbox("workspace", { person });
  return { ...(await startLiveShell(open)), ...person };
}

const DONE = { exitCode: 0, output: "", notices: [] };

describe.runIf(hasBubblewrap)("what a command made, a later one removes by its name", () => {
  test.each([
    ["rm -rf copy", "rm -rf copy"],
    ["its git directory alone", "rm -rf copy/.git"],
    ["an absolute path", 'rm -rf "$PWD/copy" # copy'],
    ["a pattern", "rm -rf cop*"],
    ["find", "find copy -depth -delete"],
    ["a move to another disk", "mv copy /tmp/there"],
  ])("a clone: %s", async (_, command) => {
    const { workspace, ...shell } = await begin();
    expect(await shell.command("git clone -q origin copy && touch copy/.env")).toEqual(DONE);
    expect((await shell.command("echo evil > copy/.git/hooks/x")).output).toContain("Read-only file system");
    expect(await shell.command(command)).toEqual(DONE);
    expect(existsSync(join(workspace, "copy", ".git"))).toBe(false);
    expect(await shell.command("rm -rf copy; git clone -q origin copy && git -C copy log --format=%s")).toEqual({
      ...DONE,
      output: "first\n",
    });
    expect((await shell.command("echo evil > copy/.git/hooks/x")).output).toContain("Read-only file system");
  });

  test("a clone that came with guarded names, and took so long that the guard looked at it meanwhile", async () => {
    const { workspace, ...shell } = await begin(({ workspace: top }) => {
      const origin = join(top, "origin");
      mkdirSync(join(origin, ".vscode"));
      writeFileSync(join(origin, ".vscode", "tasks.json"), "{}");
      git(origin, "add", "-A", "-f");
      git(origin, "commit", "-qm", "second");
    });
    const slow = "printf '#!/bin/sh\nsleep 1.5\nexec git-upload-pack \"$@\"\n' > slow; chmod +x slow";
    expect(await shell.command(`${slow}; git clone -q --no-local -u "$PWD/slow" origin copy`)).toEqual(DONE);
    expect(git(join(workspace, "copy"), "config", "--list", "--local")).toContain("branch.master.remote=origin");
    expect((await shell.command("cat copy/.vscode/tasks.json; echo > copy/.vscode/tasks.json")).output).toMatch(
      /^\{\}.*Read-only file system/,
    );
    expect(await shell.command("rm -rf copy")).toEqual(DONE);
    expect(existsSync(join(workspace, "copy"))).toBe(false);
  });

  test("a clone that was moved, from where it is now", async () => {
    const { workspace, ...shell } = await begin();
    await shell.command("git clone -q origin copy");
    expect(await shell.command("mv copy other")).toEqual(DONE);
    expect((await shell.command("echo evil > other/.git/hooks/x")).output).toContain("Read-only file system");
    expect(await shell.command("rm -rf other")).toEqual(DONE);
    expect(existsSync(join(workspace, "other"))).toBe(false);
  });

  test("a clone with a clone in it", async () => {
    const { workspace, ...shell } = await begin();
    await shell.command("git clone -q origin copy; git clone -q origin copy/deep/inner");
    expect(await shell.command("rm -rf copy")).toEqual(DONE);
    expect(existsSync(join(workspace, "copy"))).toBe(false);
  });

  test("a worktree: removed, moved, and pruned when its work tree is gone", async () => {
    const { workspace, ...shell } = await begin();
    expect((await shell.command("git -C origin worktree add -q ../side")).exitCode).toBe(0);
    expect(await shell.command("git -C origin worktree move ../side ../other")).toEqual(DONE);
    expect(await shell.command("git -C origin worktree remove ../other")).toEqual(DONE);
    expect((await shell.command("git -C origin worktree add -q ../more")).exitCode).toBe(0);
    expect(await shell.command("rm -rf more")).toEqual(DONE);
    expect(await shell.command("git -C origin worktree prune")).toEqual(DONE);
    expect(git(join(workspace, "origin"), "worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(existsSync(join(workspace, "origin", ".git", "worktrees", "more"))).toBe(false);
  });

  test("in a session and in a background shell", async () => {
    const { bash, start, workingDir } = openToolkit({ sandbox: "workspace" });
    await bash("git init -q one; git init -q two");
    expect((await bash("rm -rf one")).metadata).toMatchObject({ exit_code: 0 });
    await start("rm -rf two && echo gone");
    expect(existsSync(join(workingDir, "one"))).toBe(false);
    await waitUntil("the background shell", () => !existsSync(join(workingDir, "two")));
  });
});

describe.runIf(hasBubblewrap)("nothing is planted by it", () => {
  const armed = (workspace: string, name: string): string =>
    ["config", "hooks/pre-commit", "config.worktree", "commondir"]
      .map((path) => join(workspace, name, ".git", path))
      .map((path) => (existsSync(path) ? readFileSync(path, "utf8") : ""))
      .join("");

  test("the user's repository stays sealed, whatever is named", async () => {
    const { workspace, ...shell } = await begin();
    await shell.command("git clone -q origin copy");
    const { output } = await shell.command("rm -rf origin copy; echo evil > origin/.git/hooks/pre-commit");
    expect(output).toContain("Device or resource busy");
    expect(output).toContain("Read-only file system");
    expect(armed(workspace, "origin")).not.toContain("evil");
  });

  test("the user's repository stays sealed in a clone that it was moved into", async () => {
    const { workspace, ...shell } = await begin();
    await shell.command("git clone -q origin copy; mv origin copy/mine");
    const { output } = await shell.command("rm -rf copy; echo evil > copy/mine/.git/hooks/pre-commit");
    expect(output).toContain("Read-only file system");
    expect(armed(workspace, "copy/mine")).not.toContain("evil");
  });

  test("the repository of the workspace itself stays sealed, also when a command made it", async () => {
    const { workspace, ...shell } = await begin();
    await shell.command("git init -q .");
    await shell.command("rm -rf .git ./.git .git/hooks *; echo evil > .git/hooks/pre-commit");
    expect(armed(workspace, ".")).not.toContain("evil");
    expect(existsSync(join(workspace, ".git", "config"))).toBe(true);
  });

  test.each([
    ["a hook", "echo evil > copy/.git/hooks/pre-commit"],
    ["a setting, in place", "printf '[core]\\n fsmonitor = evil\\n' >> copy/.git/config"],
    ["a setting, by another file", "printf '[core]\\n fsmonitor = evil\\n' > x; mv x copy/.git/config"],
    [
      "another directory of hooks",
      "rm -r copy/.git/hooks; mkdir copy/.git/hooks; echo evil > copy/.git/hooks/pre-commit",
    ],
    ["a common directory", "cp -r origin/.git evil; echo ../../evil > copy/.git/commondir"],
    ["another repository", "rm -rf copy; git init -q copy; git -C copy config core.fsmonitor evil"],
  ])("%s is taken out while the command still runs, and is told", async (_, plant) => {
    const { workspace, ...shell } = await begin();
    await shell.command("git clone -q origin copy; chmod -R u+w copy");
    const { output, notices } = await shell.command(
      `[ -e never ] && rm -rf copy; ${plant}; for i in $(seq 400); do sleep 0.05; grep -rqs evil copy/.git/config copy/.git/hooks/pre-commit copy/.git/commondir || break; done; echo waited $i`,
    );
    expect(output).toMatch(/waited (?!400)/);
    expect(`${output}${notices.join()}`).toMatch(/took away|switched off/);
    expect(armed(workspace, "copy")).not.toContain("evil");
    expect((await shell.command("echo evil >> copy/.git/config")).output).toContain("Read-only file system");
  });

  test("a process that was left behind finds the seals again when the command is over", async () => {
    const { workspace, ...shell } = await begin();
    await shell.command(
      "git clone -q origin copy; (until [ -e go ]; do sleep 0.05; done; echo evil > copy/.git/hooks/pre-commit; touch done) 2>/dev/null & :",
    );
    expect((await shell.command("[ -e never ] && rm -rf copy; true")).exitCode).toBe(0);
    await shell.command("touch go; until [ -e done ]; do sleep 0.05; done");
    expect(armed(workspace, "copy")).not.toContain("evil");
  });
});
