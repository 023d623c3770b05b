import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { RebaseTodos } from "../../../../../src/core/sandbox/guard/git/rebase-todos.ts";
import { hasBubblewrap } from "../../../../support/open-sandbox.ts";
import { openToolkit } from "../../../../support/open-toolkit.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

function rebases(...gitDirectories: readonly string[]) {
  const workspace = tempDir();
  const state = { idle: true, notes: [] as string[], taken: [] as string[] };
  const repositories = new Set(gitDirectories.map((path) => join(workspace, path)));
  for (const path of repositories) mkdirSync(path, { recursive: true });
  const todos = new RebaseTodos({
    workspace,
    repositories,
    isIdle: () => state.idle,
    removals: { note: (sentence) => state.notes.push(sentence), take: (path) => state.taken.push(path) },
  });
  const todo = (git: string): string => join(workspace, git, "rebase-merge", "git-rebase-todo");
  const put = (git: string, text: string): void => {
    mkdirSync(dirname(todo(git)), { recursive: true });
    writeFileSync(todo(git), text);
  };
  return { workspace, state, todos, put, read: (git: string) => readFileSync(todo(git), "utf8") };
}

const all = (): boolean => true;

test("what a command wrote is told of once, and taken out at the end; the rest of the list stays", () => {
  const { state, todos, put, read } = rebases(".git", ".git/worktrees/w", ".git/modules/m");
  const gits = [".git", ".git/worktrees/w", ".git/modules/m"];
  todos.lookBefore();
  for (const git of gits)
    put(git, "pick 1\nexec touch canary\n  x\ttouch it\nlabel exec\nexecute\n# exec no\npick 2\n");
  todos.lookAfter(all);
  todos.lookAfter(all);
  expect(state.notes).toEqual(
    gits.map((git) => expect.stringContaining(`${git}/rebase-merge/git-rebase-todo: exec touch canary, x\ttouch it.`)),
  );
  todos.disarm();
  for (const git of gits) expect(read(git)).toBe("pick 1\nlabel exec\nexecute\n# exec no\npick 2\n");
  expect(state.taken).toEqual([]);
});

test("the user's lines stay, from before the first command and from while nothing ran; a command's never become so", () => {
  const { state, todos, put, read } = rebases(".git");
  put(".git", "exec npm test\n");
  todos.lookBefore();
  put(".git", "exec npm test\nexec mine\n");
  todos.lookBefore(all);
  put(".git", "exec npm test\nexec mine\nexec evil\n");
  state.idle = false;
  todos.lookBefore(all);
  todos.lookAfter(all);
  state.idle = true;
  todos.lookBefore(all);
  expect(state.notes).toEqual([expect.stringContaining(": exec evil.")]);
  todos.disarm();
  expect(read(".git")).toBe("exec npm test\nexec mine\n");
});

test("a link in the place of a list, or of its directory, is not followed, and is taken away", () => {
  const { workspace, state, todos } = rebases("a/.git", "b/.git");
  const outside = tempDir();
  writeFileSync(join(outside, "git-rebase-todo"), "exec of the user\n");
  mkdirSync(join(workspace, "a/.git/rebase-merge"));
  symlinkSync(join(outside, "git-rebase-todo"), join(workspace, "a/.git/rebase-merge/git-rebase-todo"));
  symlinkSync(outside, join(workspace, "b/.git/rebase-merge"));
  todos.lookAfter(all);
  expect(state.notes.join()).not.toContain("of the user");
  expect(state.notes).toHaveLength(2);
  todos.disarm();
  expect(state.taken).toEqual([
    join(workspace, "a/.git/rebase-merge/git-rebase-todo"),
    join(workspace, "b/.git/rebase-merge"),
  ]);
  expect(readFileSync(join(outside, "git-rebase-todo"), "utf8")).toBe("exec of the user\n");
});

test.each([
  ["rebase-merge/strategy", "a/x\n", "ort\n"],
  ["sequencer/opts", "[options]\n\tstrategy = a/x\n", "[options]\n\tstrategy = ours\n\tstrategy-option = theirs\n"],
])("a strategy in %s that is a program is told of and goes, one of git's own stays", (name, evil, own) => {
  const { workspace, state, todos } = rebases("a/.git", "b/.git");
  for (const [git, text] of [
    ["a/.git", evil],
    ["b/.git", own],
  ] as const) {
    mkdirSync(join(workspace, git, dirname(name)));
    writeFileSync(join(workspace, git, name), text);
  }
  todos.lookAfter(all);
  expect(state.notes).toEqual([expect.stringContaining("a/x")]);
  todos.disarm();
  const left = state.taken.length > 0 ? "" : readFileSync(join(workspace, "a/.git", name), "utf8");
  expect(left).not.toContain("a/x");
  expect(readFileSync(join(workspace, "b/.git", name), "utf8")).toBe(own);
});

const SETUP = `git init -q . && git config --global user.name t && git config --global user.email t@example.org
for n in 1 2 3; do git commit -q --allow-empty -m $n; done`;

test.skipIf(!hasBubblewrap)("rebasing inside works, and what it left undone runs nothing outside", async () => {
  const { bash, workingDir, dispose } = openToolkit({ sandbox: "workspace", approver: async () => "once" });
  expect((await bash(SETUP)).metadata.exit_code).toBe(0);
  const done = await bash("git rebase -q --exec 'echo ran >> log' HEAD~2 && cat log");
  expect([done.metadata.exit_code, done.output]).toEqual([0, expect.stringContaining("ran\nran")]);
  const left = await bash("git rebase -q --exec 'touch canary; [ -e go ]' HEAD~2; rm canary");
  expect(left.output).toContain("rebase-merge/git-rebase-todo: exec touch canary; [ -e go ]. The sandbox takes it out");
  expect((await bash("true")).output).not.toContain("rebase-merge");
  const todo = join(workingDir, ".git", "rebase-merge", "git-rebase-todo");
  expect(readFileSync(todo, "utf8")).toMatch(/^exec touch canary/m);
  await dispose();
  expect(readFileSync(todo, "utf8")).not.toMatch(/^exec/m);
  const env = { PATH: "/usr/bin:/bin", HOME: tempDir(), GIT_EDITOR: "true" };
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", "rebase", "--continue"], {
    cwd: workingDir,
    env,
    stdio: "ignore",
  });
  expect([existsSync(todo), existsSync(join(workingDir, "canary"))]).toEqual([false, false]);
});
