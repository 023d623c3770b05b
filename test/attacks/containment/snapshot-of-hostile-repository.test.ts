import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { restoreSnapshot } from "../../../src/core/snapshot/restore-snapshot.ts";
import { takeSnapshot } from "../../../src/core/snapshot/snapshot.ts";
import { tempDir } from "../../support/temp-dir.ts";

/*
 * A copy of the workspace is taken, and put back, by the host: on a tree and a repository that commands wrote. They try to
 * have it run a program of theirs, or read and write elsewhere.
 */

const COMMIT = "git add -A && git -c user.name=a -c user.email=a@example.org commit -qm x";

function scene(): { workspace: string; stateDir: string; outside: string; sh: (script: string) => void } {
  const root = tempDir();
  const [workspace, stateDir, outside] = ["workspace", "state", "outside"].map((name) => join(root, name));
  if (workspace === undefined || stateDir === undefined || outside === undefined) throw new Error("no place");
  for (const path of [workspace, outside]) mkdirSync(path);
  writeFileSync(join(outside, "secret"), "TOP-SECRET\n");
  const env = { PATH: "/usr/bin:/bin", outside };
  const sh = (script: string): void => void execFileSync("bash", ["-ec", script], { cwd: workspace, env });
  sh(`git init -q; echo one > file; ${COMMIT}`);
  return { workspace, stateDir, outside, sh };
}

async function taken(workspace: string, stateDir: string): Promise<string> {
  const outcome = await takeSnapshot(workspace, stateDir);
  if (outcome.kind !== "taken") throw new Error(outcome.reason);
  return outcome.snapshot.id;
}

test("no filter of a hostile repository runs, neither when it is copied nor when it is put back", async () => {
  const { workspace, stateDir, outside, sh } = scene();
  sh(`echo same > other; ${COMMIT}`);
  sh('for way in clean smudge; do git config filter.x.$way "touch $outside/$way; cat"; done');
  sh("echo '* filter=x' > .gitattributes; echo two > file; touch -d '2001-01-01' file");
  const id = await taken(workspace, stateDir);
  sh("rm file other");
  await restoreSnapshot(id, stateDir);
  expect(readdirSync(outside)).toEqual(["secret"]);
  expect(readFileSync(join(workspace, "file"), "utf8")).toBe("two\n");
  expect(readFileSync(join(workspace, "other"), "utf8")).toBe("same\n");
});

const RUN = "touch $outside/ran; false";

/*
 * Git is given the tree of commands to compare, and an index and objects: settings, hooks and references come from a git
 * directory that nacre makes. Each of these would run a program in the repository's own.
 */
test.each([
  ["a file monitor", `git config core.fsmonitor "${RUN}"; git update-index --fsmonitor || true`],
  ["a hook", `printf '#!/bin/sh\n${RUN}' > .git/hooks/post-index-change; chmod 755 .git/hooks/post-index-change`],
  [
    "hooks elsewhere",
    `git config core.hooksPath "$PWD/h"; mkdir h; printf '#!/bin/sh\n${RUN}' > h/post-checkout; chmod 755 h/*`,
  ],
  ["a file monitor of a repository in it", `git init -q sub; git -C sub config core.fsmonitor "${RUN}"; touch sub/x`],
  [
    "a file monitor of a submodule",
    `git init -q sub; git -C sub config core.fsmonitor "${RUN}"; (cd sub; touch x; ${COMMIT}); git add sub; ${COMMIT}; rm sub/x`,
  ],
  [
    "attributes of the repository",
    `git config filter.x.clean "${RUN}"; mkdir -p .git/info; echo '* filter=x' > .git/info/attributes`,
  ],
  [
    "a process filter",
    `git config filter.x.process "${RUN}"; git config filter.x.required true; echo '* filter=x' > .gitattributes`,
  ],
  [
    "an encoding",
    `git config core.checkRoundtripEncoding UTF-16; echo '* working-tree-encoding=UTF-16' > .gitattributes`,
  ],
  [
    "a promised object",
    `git config extensions.partialClone p; git config remote.p.url "ext::sh -c '${RUN}'"; git config protocol.ext.allow always; rm -rf .git/objects/??`,
  ],
  ["alternates", `mkdir -p .git/objects/info; echo $outside > .git/objects/info/alternates`],
  ["a split index", "git update-index --split-index"],
  ["settings that are included", `printf '[core]\n\tfsmonitor = "${RUN}"\n' > extra; git config include.path ../extra`],
])("nothing that %s names runs, neither when it is copied nor when it is put back", async (_, arm) => {
  const { workspace, stateDir, outside, sh } = scene();
  // What runs while it is armed is git's own, in the repository itself.
  sh(`${arm}; echo two > file; touch -d '2001-01-01' file; rm -f $outside/ran`);
  const id = await taken(workspace, stateDir);
  sh("rm file");
  await restoreSnapshot(id, stateDir);
  expect(readdirSync(outside)).toEqual(["secret"]);
});

test("a link in the place of a directory is not written through", async () => {
  const { workspace, stateDir, outside, sh } = scene();
  sh("mkdir -p .git/refs/x dir; echo evil > .git/refs/x/planted; echo evil > dir/loose; echo evil > dir/tracked");
  sh(`git add dir/tracked; git -c user.name=a -c user.email=a@example.org commit -qm y`);
  const id = await taken(workspace, stateDir);
  sh("rm -r .git/refs/x dir; ln -s $outside .git/refs/x; ln -s $outside dir");
  await restoreSnapshot(id, stateDir);
  expect(readdirSync(outside)).toEqual(["secret"]);
  expect(readdirSync(join(workspace, "dir")).sort()).toEqual(["loose", "tracked"]);
  rmSync(join(workspace, ".git"), { recursive: true });
  symlinkSync(outside, join(workspace, ".git"));
  await restoreSnapshot(id, stateDir);
  expect(readdirSync(outside)).toEqual(["secret"]);
});

test("an index that names files outside is no index", async () => {
  const { workspace, stateDir, outside, sh } = scene();
  sh(
    `mkdir xx; echo evil > xx/outside_evil; ${COMMIT}; sed -i 's#xx/outside_evil#../outside/evil#' .git/index; rm -r xx`,
  );
  const id = await taken(workspace, stateDir);
  await restoreSnapshot(id, stateDir);
  expect(readdirSync(outside)).toEqual(["secret"]);
});

test.each([
  ["a pipe nobody writes to", "rm -f .git/index; mkfifo .git/index pipe"],
  ["a link in the place of the index", "ln -sf $outside/secret .git/index"],
  ["a link in the place of the objects", "mv .git/objects .git/o; ln -s $outside .git/objects"],
  ["another repository", "mv .git $outside/git; echo gitdir: $outside/git > .git"],
  ["a tree that is too deep", "name=$(printf '%0200d'); for _ in {1..50}; do mkdir $name; cd $name; done"],
])("%s is no reason to wait, and nothing outside is copied", async (_, make) => {
  const { workspace, stateDir, sh } = scene();
  sh(make);
  await takeSnapshot(workspace, stateDir);
  const copied = existsSync(join(stateDir, "snapshots"))
    ? execFileSync("bash", ["-c", `grep -r TOP-SECRET . || true`], {
        cwd: join(stateDir, "snapshots"),
        encoding: "utf8",
      })
    : "";
  expect(copied).toBe("");
  execFileSync("rm", ["-rf", workspace]);
});

test("a directory that becomes a link while it is copied is not followed", async () => {
  const { workspace, stateDir, outside, sh } = scene();
  sh("mkdir -p d/e .git/objects/zz; for i in {1..300}; do : > d/e/$i; done");
  const swapper = spawn(
    "bash",
    [
      "-c",
      `while :; do mv d/e d/f; ln -s ${outside} d/e; rm d/e; mv d/f d/e; mv .git/objects/zz .git/objects/yy; ln -s ${outside} .git/objects/zz; rm .git/objects/zz; mv .git/objects/yy .git/objects/zz; done`,
    ],
    { cwd: workspace, stdio: "ignore" },
  );
  onTestFinished(async () => {
    const ended = once(swapper, "exit");
    swapper.kill("SIGKILL");
    await ended;
  });
  for (let round = 0; round < 10; round++) await takeSnapshot(workspace, stateDir);
  const found = execFileSync("bash", ["-c", "grep -rl TOP-SECRET . || true"], { cwd: stateDir, encoding: "utf8" });
  expect(found).toBe("");
});
