import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { sessionIdOf } from "../../../../src/core/base/ids.ts";
import { SEALED_NAMES } from "../../../../src/core/knowledge/guarded-places.ts";
import { restoreQuarantined } from "../../../../src/core/sandbox/guard/restore-quarantined.ts";
import { canFreeze } from "../../../support/can-freeze.ts";
import { pidsInEnvironment } from "../../../support/is-alive.ts";
import { startLiveShell } from "../../../support/live-shell.ts";
import { createPerson, hasBubblewrap, isAtRest, openSandbox } from "../../../support/open-sandbox.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { AS_PLAIN_USER, isRoot, PLAIN_USER, plainCopy } from "../../../support/plain-user.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
  });

describe.runIf(hasBubblewrap)("a guarded name that did not exist", () => {
  test.each(SEALED_NAMES)("%s cannot be created, and no placeholder was or is left", async (name) => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const file = name.includes("json") || name === ".envrc" ? name : `${name}/evil`;
    const { notices } = await shell.command(`ls -A; mkdir -p "$(dirname ${file})"; echo evil > ${file}; true`);
    expect(existsSync(join(open.person.workspace, name))).toBe(false);
    expect(notices.join()).toContain(`took away ${name}`);
    expect((await shell.command("ls -A")).output).toBe("");
  });

  test("as a link it is taken away too, and where it led is untouched", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const { notices } = await shell.command(`mkdir mine; ln -s mine .vscode`);
    expect(notices.join()).toContain("took away .vscode");
    expect(existsSync(join(open.person.workspace, "mine"))).toBe(true);
    expect(existsSync(join(open.person.workspace, ".vscode"))).toBe(false);
  });

  test("a process left behind cannot create it after its command either", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    await shell.command(
      "(while [ ! -e go ]; do sleep 0.05; done; mkdir .claude; touch .claude/x done; sleep 60) > /dev/null & true",
    );
    writeFileSync(join(open.person.workspace, "go"), "");
    await waitUntil("the background process", () => existsSync(join(open.person.workspace, "done")));
    await waitUntil("the guard", () => !existsSync(join(open.person.workspace, ".claude")));
    expect((await shell.command("true")).notices.join()).toContain("took away .claude");
  });

  test("a repository without hooks gets none, not even for as long as a command runs", async () => {
    const person = createPerson();
    git(person.workspace, "init", "-q", "--template=");
    const open = await openSandbox("workspace", { person });
    const shell = await startLiveShell(open);
    const hooks = join(person.workspace, ".git", "hooks");
    await shell.command(
      "(while [ ! -e go ]; do sleep 0.05; done; mkdir .git/hooks; touch .git/hooks/x done; sleep 60) > /dev/null & true",
    );
    writeFileSync(join(person.workspace, "go"), "");
    await waitUntil("the background process", () => existsSync(join(person.workspace, "done")));
    await waitUntil("the guard", () => !existsSync(hooks));
    expect((await shell.command("true")).notices.join()).toContain("took away .git/hooks");
  });

  test.each([
    ["a command", {}],
    ["a background shell", { run_in_background: true }],
  ])("%s that keeps making it is ended, and the session goes on", async (_, more) => {
    const { bash, call, start, workingDir } = openToolkit({ sandbox: "workspace" });
    writeFileSync(join(workingDir, "keep.sh"), "while :; do echo evil > .mcp.json; done 2>/dev/null");
    await bash("kept=1");
    await bash(": kill"); // a word before which a session saves what it has
    const made = await bash("bash keep.sh", more);
    if (made.metadata.bash_id !== undefined)
      await call("BashOutput", { bash_id: made.metadata.bash_id, wait_for: "exit", wait_ms: 50_000 });
    await start("true"); // what is to be told is not lost on one that nobody reads
    const next = await bash("echo goes on $kept; ls -A .mcp.json");
    expect(`${made.error} ${made.output} ${next.output} ${next.error}`).toMatch(
      /ended what ran, because it kept making .mcp.json.*goes on 1\n|goes on 1\n.*ended what ran, because it kept making .mcp.json/s,
    );
    await waitUntil("the guard", () => !existsSync(join(workingDir, ".mcp.json")));
  });

  test("what was taken away is kept where no command sees it", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const { notices } = await shell.command("echo text > .envrc");
    const [, id = ""] = /nacre restore --quarantine (\w+)/.exec(notices.join("\n")) ?? [];
    const kept = join(open.person.stateDir, "quarantine", id, "kept");
    expect(readFileSync(kept, "utf8")).toBe("text\n");
    expect((await shell.command(`cat ${kept}`)).exitCode).not.toBe(0);
  });

  test("what the user puts back while something runs stays, and is sealed", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const { notices } = await shell.command("sleep 300 & echo text > .envrc");
    const [, id = ""] = /nacre restore --quarantine (\w+)/.exec(notices.join("\n")) ?? [];
    expect(restoreQuarantined(id, open.person.stateDir)?.problem).toBeUndefined();
    const next = await shell.command("cat .envrc; echo more >> .envrc");
    expect([next.output, next.notices]).toEqual([expect.stringMatching(/^text\n.*Read-only file system/), []]);
    expect(readFileSync(join(open.person.workspace, ".envrc"), "utf8")).toBe("text\n");
  });

  test.runIf(canFreeze)("a person's own is left alone and protected from the next command on", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    await shell.command("true");
    await waitUntil("the shell to be at rest", () => isAtRest(open.sandbox));
    mkdirSync(join(open.person.workspace, ".vscode"));
    writeFileSync(join(open.person.workspace, ".vscode", "settings.json"), "{}");
    const { output, notices } = await shell.command("cat .vscode/settings.json; echo x > .vscode/settings.json");
    expect(output).toMatch(/^\{\}.*Read-only file system/s);
    expect(notices).toEqual([]);
    expect(readFileSync(join(open.person.workspace, ".vscode", "settings.json"), "utf8")).toBe("{}");
  });

  test.runIf(canFreeze).each(["the toolkit is closed", "its session is ended"])(
    "a person's own is left alone when %s",
    async (how) => {
      const { workspace: workingDir } = createPerson();
      const { bash, shells, dispose } = openToolkit({ workingDir, sandbox: "workspace" });
      const other = { session_id: "other" };
      await bash("true");
      await bash("true", other);
      const sandbox = await shells.sandbox();
      await waitUntil("the shells to be at rest", () => isAtRest(sandbox));
      mkdirSync(join(workingDir, ".vscode"));
      if (how === "the toolkit is closed") await dispose();
      else {
        await shells.endSession(sessionIdOf("other"));
        expect((await bash("ls -A")).output).toBe(".vscode\n");
      }
      expect(existsSync(join(workingDir, ".vscode"))).toBe(true);
    },
  );

  test("a plain user's own is left alone where shells can be frozen, and else put back by its id for good", async () => {
    const place = plainCopy();
    const workspace = join(place, "work");
    mkdirSync(workspace);
    if (isRoot) execFileSync("chown", [`${PLAIN_USER}:${PLAIN_USER}`, workspace]);
    const words = [...AS_PLAIN_USER, process.execPath, join(place, "test/fixtures/hosts/users-name.mjs")];
    const env = { PATH: "/usr/bin:/bin", HOME: place, TMPDIR: place, NACRE_TEST: place };
    const { stdout } = await promisify(execFile)("env", [...words, join(place, "state"), workspace], {
      env,
      cwd: place,
    });
    await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${place}`).length === 0);
    const { canFreeze: freezes, ...seen } = JSON.parse(stdout);
    const told = freezes ? expect.not.stringContaining("took away") : expect.stringContaining("took away .envrc");
    expect(seen).toEqual({ wasTaken: !freezes, told, next: "mine\n", isThere: true });
  });

  test("a person's new .env is hidden from the next command on; a command's own is not", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    expect((await shell.command("echo A=1 > .env.local; cat .env.local")).output).toBe("A=1\n");
    mkdirSync(join(open.person.workspace, "packages", "api"), { recursive: true });
    for (const path of [".env", "packages/api/.env"]) {
      writeFileSync(join(open.person.workspace, path), "SECRET=canary");
      expect((await shell.command(`cat ${path}`)).output).toMatch(/Permission denied/);
    }
  });

  test("what the operator made writable can be created", async () => {
    const person = createPerson();
    mkdirSync(join(person.workspace, ".vscode"));
    const open = await openSandbox({ profile: "workspace", write: [join(person.workspace, ".vscode")] }, { person });
    const shell = await startLiveShell(open);
    expect(await shell.command("echo x > .vscode/tasks.json")).toEqual({ exitCode: 0, output: "", notices: [] });
    expect(existsSync(join(person.workspace, ".vscode", "tasks.json"))).toBe(true);
  });
});

describe.runIf(hasBubblewrap)("a repository", () => {
  test("can be made inside and is protected from the next command on", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const made = await shell.command(
      "git init -q . && git config user.name x && git commit -q --allow-empty -m first --author 'a <a@example.org>' -c user.email=x 2>&1; git init -q sub",
    );
    expect(made.notices).toEqual([]);
    for (const repository of [".", "sub"]) {
      const { output } = await shell.command(
        `cd ${repository}; echo evil > .git/hooks/pre-commit; git config core.pager evil; mv .git other; rm -rf .git/hooks; cd -`,
      );
      expect(output).toContain("Read-only file system");
      expect(output).toContain("Device or resource busy");
      expect(existsSync(join(open.person.workspace, repository, ".git", "hooks", "pre-commit"))).toBe(false);
      expect(readFileSync(join(open.person.workspace, repository, ".git", "config"), "utf8")).not.toContain("evil");
    }
  });

  test("cloned inside is protected from the next command on, also deep down", async () => {
    const person = createPerson();
    mkdirSync(join(person.workspace, "origin"));
    git(join(person.workspace, "origin"), "init", "-q");
    git(join(person.workspace, "origin"), "commit", "-q", "--allow-empty", "-m", "first");
    const open = await openSandbox("workspace", { person });
    const shell = await startLiveShell(open);
    const made = await shell.command(
      "mkdir -p a/b/c && git clone -q origin a/b/c/copy && git -C a/b/c/copy log --oneline",
    );
    expect(made).toMatchObject({ exitCode: 0, notices: [] });
    expect((await shell.command("echo evil > a/b/c/copy/.git/hooks/post-checkout")).output).toContain(
      "Read-only file system",
    );
    expect((await shell.command("echo evil >> a/b/c/copy/.git/config")).output).toContain("Read-only file system");
  });

  test("made and armed by one command is disarmed after it", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const { notices } = await shell.command(
      "git init -q . && echo evil > .git/hooks/pre-commit && git config core.fsmonitor 'evil' && git config alias.st '!evil' && git config filter.lfs.clean 'git-lfs clean -- %f'",
    );
    expect(notices.join("\n")).toMatch(/took away .git\/hooks\/pre-commit/);
    expect(notices.join("\n")).toMatch(/switched off core.fsmonitor, alias.st/);
    expect(existsSync(join(open.person.workspace, ".git", "hooks", "pre-commit"))).toBe(false);
    expect(git(open.person.workspace, "config", "--list", "--local")).not.toContain("evil");
    expect(git(open.person.workspace, "config", "--list", "--local")).toContain("git-lfs clean");
  });

  test("cannot be pointed elsewhere: by a link, by a .git file that leads out, by a common directory", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    const linked = await shell.command("git init -q real && ln -s real/.git .git");
    expect(linked.notices.join()).toMatch(/took away .git: it is a link/);
    const pointed = await shell.command("echo 'gitdir: /elsewhere/.git' > .git");
    expect(pointed.notices.join()).toMatch(/took away .git: it leads to a repository outside/);
    const common = await shell.command("mkdir evil && echo ../../evil > real/.git/commondir");
    expect(common.notices.join()).toMatch(/took away real\/.git\/commondir/);
  });

  test("stays protected when a person changes its configuration meanwhile", async () => {
    const person = createPerson();
    git(person.workspace, "init", "-q");
    const open = await openSandbox("workspace", { person });
    const shell = await startLiveShell(open);
    expect((await shell.command("echo x >> .git/config")).exitCode).toBe(1);
    git(person.workspace, "config", "user.name", "renamed over the mount");
    expect((await shell.command("echo x >> .git/config")).output).toContain("Read-only file system");
  });

  test("works as usual otherwise: add, commit, branch, stash, rebase", async () => {
    const person = createPerson({ ".gitconfig": "[user]\n\tname = A\n\temail = a@example.org\n" });
    git(person.workspace, "init", "-q", "-b", "main");
    const open = await openSandbox("workspace", { person });
    const shell = await startLiveShell(open);
    const { output, exitCode } = await shell.command(
      "set -e; echo 1 > f; git add -A; git commit -qm one; git checkout -qb topic; echo 2 >> f; git commit -qam two; git stash list; git rebase -q main; git log --oneline | wc -l; set +e",
    );
    expect({ output, exitCode }).toEqual({ output: "2\n", exitCode: 0 });
  });

  test("behind a linked worktree can be used, and its hooks cannot be changed", async () => {
    const person = createPerson();
    const main = join(person.root, "main");
    mkdirSync(main);
    git(main, "init", "-q");
    git(main, "commit", "-q", "--allow-empty", "-m", "first");
    rmSync(person.workspace, { recursive: true });
    git(main, "worktree", "add", "-q", person.workspace);
    const { run } = await openSandbox("workspace", { person });
    const { stdout, stderr } = await run(
      `git log --oneline | wc -l; git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m second; git log --oneline | wc -l; echo evil > ${main}/.git/hooks/x`,
    );
    expect(stdout).toBe("1\n2\n");
    expect(stderr).toContain("Read-only file system");
  });

  test("that only claims to belong to a workspace is not shown", async () => {
    const person = createPerson();
    git(person.outside, "init", "-q");
    writeFileSync(join(person.workspace, ".git"), `gitdir: ${person.outside}/.git\n`);
    const { run } = await openSandbox("workspace", { person });
    expect((await run(`ls ${person.outside}/.git`)).exitCode).not.toBe(0);
  });

  test("a link with a guarded name that was there before is neither followed nor taken away", async () => {
    const person = createPerson({ "dotfiles/claude/settings.json": "{}" });
    symlinkSync("../dotfiles/claude", join(person.workspace, ".claude"));
    const open = await openSandbox("workspace", { person });
    const shell = await startLiveShell(open);
    expect((await shell.command("cat .claude/settings.json")).exitCode).toBe(1);
    expect(existsSync(join(person.workspace, ".claude"))).toBe(true);
  });
});
