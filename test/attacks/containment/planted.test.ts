import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/*
 * What a person's tools run by themselves is sealed, and what commands make of it is disarmed. Here commands try to get at
 * it by another way than the one that was sealed, or to put something else in its place.
 */

type Plot = OpenToolkit & {
  /** Runs a script in the session's own bash; it lies in a file, so that nobody judges it. */
  readonly run: (script: string) => Promise<ToolResult>;
  readonly read: (path: string) => string;
};

function plot(workingDir: string = tempDir(), options: Parameters<typeof openToolkit>[0] = {}): Plot {
  const kit = openToolkit({ sandbox: "workspace", workingDir, ...options });
  const scripts = join(workingDir, "scripts");
  mkdirSync(scripts);
  let count = 0;
  const run: Plot["run"] = (script) => {
    const path = join(scripts, `${count++}.sh`);
    writeFileSync(path, script);
    return kit.bash(`. ${path}`);
  };
  const read = (path: string): string => {
    const whole = join(workingDir, path);
    return path !== "" && existsSync(whole) ? readFileSync(whole, "utf8") : "";
  };
  return { ...kit, run, read };
}

const person = (script: string): string => {
  const directory = tempDir();
  execFileSync("bash", ["-ec", script], { cwd: directory, stdio: "ignore" });
  return directory;
};

const COMMIT = "git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m x";
const EVIL = "'[core]\\n fsmonitor = evil\\n'";

describe.runIf(hasBubblewrap)("nothing that runs by itself is planted", () => {
  test("by a shell that stood in a new repository before it was sealed", async () => {
    const { run, read } = plot();
    await run("git init -q .; cd .git/hooks");
    await run("echo evil > post-commit");
    await run("cd ..");
    await run(`printf ${EVIL} >> config`);
    expect(read(".git/hooks/post-commit")).toBe("");
    expect(read(".git/config")).not.toContain("evil");
  });

  test("by a process that held a new repository open, even if that is the last thing that happens", async () => {
    const { run, read, dispose } = plot();
    await run(
      `git init -q r; (exec 9>>r/.git/config; cd r/.git; until [ -e ../../go ]; do sleep 0.02; done; printf ${EVIL} >&9; echo evil > hooks/pre-commit; touch ../../gone) & :`,
    );
    const { output } = await run("touch go; until [ -e gone ]; do sleep 0.02; done");
    expect(output).toContain("switched off core.fsmonitor");
    await run(`(cd r/.git; trap 'echo evil > hooks/pre-commit' EXIT; sleep 100) & :`);
    await dispose();
    expect(read("r/.git/config")).not.toContain("evil");
    expect(read("r/.git/hooks/pre-commit")).toBe("");
  });

  test("by a process that has a new configuration mapped: no time of the file tells of such a change", async () => {
    const { run, read, dispose } = plot();
    // A system call that reads into the mapping is what perl has for a write to memory.
    const [mmap, take] = process.arch === "x64" ? [9, 0] : [222, 63];
    const map = `open(my $file, "+<", "r/.git/config"); my $at = index(join("", <$file>), "#");
      my $map = syscall(${mmap}, 0, 4096, 3, 1, fileno($file), 0); pipe(my $out, my $in);
      sub put { syswrite($in, $_[0]); syscall(${take}, fileno($out), $map + $at, length $_[0]) }
      put("#"); open(my $told, ">", "mapped"); select(undef, undef, undef, 0.02) until -e "go";
      put("\n[core]\n\tfsmonitor = evil\n#"); open($told, ">", "gone"); sleep 100`;
    await run(
      `git init -q r; printf '#%0200d\n' 0 >> r/.git/config; perl -e '${map}' > /dev/null & until [ -e mapped ]; do sleep 0.02; done`,
    );
    await run("sleep 0.2"); // a change in the tick of the look would be looked for again anyway
    await run("sleep 0.2");
    const { output } = await run("touch go; until [ -e gone ]; do sleep 0.02; done");
    expect(output).toContain("switched off core.fsmonitor");
    await dispose();
    expect(read("r/.git/config")).not.toContain("evil");
  });

  test("by a process that holds the file open that names the settings of a worktree", async () => {
    const { run, read } = plot();
    await run(
      `git init -q r; git -C r ${COMMIT.slice(4)}; git -C r worktree add -q ../w; mkdir node_modules; cp -r r/.git node_modules/evil
      (exec 9<> r/.git/worktrees/w/commondir; touch held; until [ -e go ]; do sleep 0.02; done; echo ../../../../node_modules/evil >&9; touch gone; sleep 100) & until [ -e held ]; do sleep 0.02; done`,
    );
    await run("sleep 0.2");
    const { output } = await run("touch go; until [ -e gone ]; do sleep 0.02; done");
    expect(output).toContain("took away r/.git/worktrees/w/commondir");
    expect(read("r/.git/worktrees/w/commondir")).not.toContain("evil");
  });

  test.each(["until a command ends", "until it is ended"])(
    "by a process that held the user's configuration open while the user's git wrote it, %s",
    async (until) => {
      const workspace = person("git init -q .");
      const { run, read, dispose } = plot(workspace);
      const hold = `my $held; 1 until open($held, "+<", ".git/config.lock");
        open(my $told, ">", "held"); select(undef, undef, undef, 0.02) until -e "go";
        seek($held, 0, 2); syswrite($held, "[core]\n\tfsmonitor = evil\n"); open($told, ">", "gone"); sleep 100`;
      await run(`perl -e '${hold}' > /dev/null & :`);
      await waitUntil("the file that git writes is held", () => {
        execFileSync("git", ["-C", workspace, "config", "x.y", String(process.hrtime.bigint())]);
        return existsSync(join(workspace, "held"));
      });
      await run("sleep 0.3");
      if (until === "until a command ends") {
        const { output } = await run("touch go; until [ -e gone ]; do sleep 0.02; done");
        expect(output).toContain("switched off core.fsmonitor");
        expect(read(".git/config")).not.toContain("evil");
      } else {
        writeFileSync(join(workspace, "go"), "");
        await waitUntil("it is written", () => existsSync(join(workspace, "gone")));
      }
      await dispose();
      expect(read(".git/config")).not.toContain("evil");
      expect(read(".git/config")).toContain("y = ");
    },
  );

  test("by the other files of a repository that name settings", async () => {
    const { run, read } = plot();
    await run(
      `git init -q a; git -C a config extensions.worktreeConfig true; printf ${EVIL} > a/.git/config.worktree; git init -q b; mkdir b/node_modules; cp -r b/.git b/node_modules/evil; echo ../node_modules/evil > b/.git/commondir`,
    );
    expect(read("a/.git/config.worktree")).not.toContain("evil");
    expect(read("b/.git/commondir")).toBe("");
  });

  test("by leading a person's worktree to another repository", async () => {
    const workspace = person(`git init -q .; ${COMMIT}; git worktree add -q wt`);
    const { run, read } = plot(workspace);
    await run("cp -r .git evil; echo $PWD/evil > .git/worktrees/wt/commondir");
    await run("mv .git/worktrees .git/old; mkdir -p .git/worktrees/wt; echo $PWD/evil > .git/worktrees/wt/commondir");
    expect(read(".git/worktrees/wt/commondir")).toBe("../..\n");
  });

  test("by leading the workspace, which is itself a worktree, to another repository", async () => {
    const root = person(`git init -q repo; cd repo; ${COMMIT}; git worktree add -q ../ws; rm -r .git/hooks`);
    const { run } = plot(join(root, "ws"));
    const git = join(root, "repo", ".git");
    const { output } = await run("git status --short --branch");
    expect(output).toContain("## ws");
    await run(`cp -r ${git} evil; echo $PWD/evil > ${git}/worktrees/ws/commondir; mv ${git}/worktrees ${git}/old`);
    await run(`mkdir ${git}/hooks; echo evil > ${git}/hooks/pre-commit`);
    expect(readFileSync(join(git, "worktrees", "ws", "commondir"), "utf8")).toBe("../..\n");
    expect(existsSync(join(git, "hooks", "pre-commit"))).toBe(false);
  });

  test("by moving a directory away with what is sealed in it, and making it anew", async () => {
    const workspace = person("git init -q sub; mkdir -p lib/x; git init -q lib/x; touch lib/x/.envrc");
    const { run, read } = plot(workspace);
    await run(
      "mv sub old; git init -q sub; git -C sub config core.fsmonitor evil; echo evil > sub/.git/hooks/pre-push",
    );
    await run("mv lib/x lib/y; mkdir lib/x; echo evil > lib/x/.envrc");
    expect(read("sub/.git/config")).not.toContain("evil");
    expect(read("sub/.git/hooks/pre-push")).toBe("");
    expect(read("lib/x/.envrc")).toBe("");
  });

  test.each([
    ["with a work tree", "sub", "git init -q sub; mv sub/.git x; rm -r sub; mv x sub"],
    ["bare, deep in the tree", "a/b/sub", "mkdir -p a/b; git init -q --bare a/b/sub"],
    [
      "that shares another one's objects",
      "sub",
      "git init -q --bare g; mkdir sub; cp g/HEAD sub; echo ../g > sub/commondir",
    ],
    ["whose HEAD is a link", "sub", "git init -q --bare sub; ln -sf refs/heads/x sub/HEAD"],
  ])("by a git directory that is not called .git: %s", async (_, directory, make) => {
    const { run, read } = plot();
    const arm = `printf ${EVIL} >> ${directory}/config; mkdir -p ${directory}/hooks; echo evil > ${directory}/hooks/pre-push`;
    const { output } = await run(`${make}; ${arm}`);
    expect(output).toMatch(/switched off core.fsmonitor|took away/);
    expect(read(`${directory}/config`)).not.toContain("evil");
    expect(read(`${directory}/hooks/pre-push`)).toBe("");
    await run(arm);
    expect(read(`${directory}/config`)).not.toContain("evil");
    expect(read(`${directory}/hooks/pre-push`)).toBe("");
  });

  test("where a file takes the place of a directory that was sealed, hidden or watched", async () => {
    const { run, bash, workingDir } = plot(person("git init -q mine; mkdir d; touch d/.env"));
    await run("git init -q made; git init -q other");
    await run("for one in mine d other; do mv $one $one.old; touch $one; done");
    await bash("rm -rf made; touch made");
    const { output, metadata } = await run("echo on");
    expect([output.trim(), metadata.containment, existsSync(join(workingDir, "made"))]).toEqual(["on", "full", true]);
  });

  test("by making a git directory of the workspace itself", async () => {
    const { run, read, workingDir } = plot();
    const { output } = await run(`printf ${EVIL} > config; mkdir objects refs; echo 'ref: refs/heads/x' > HEAD`);
    expect(output).toContain("took away HEAD: it makes the workspace a git directory");
    expect([read("HEAD"), existsSync(join(workingDir, "config"))]).toEqual(["", true]);
  });

  test("in a bare repository of the user's", async () => {
    const { run, read } = plot(person("git init -q --bare mine"));
    const { output } = await run(`printf ${EVIL} >> mine/config; echo evil > mine/hooks/pre-push; mv mine/config x`);
    expect(output).toContain("Read-only file system");
    expect(output).toContain("the sandbox refused to write mine/config: git runs what its settings name");
    expect(read("mine/config") + read("mine/hooks/pre-push")).not.toContain("evil");
  });

  test("by a repository that a background shell makes, for longer than a moment", async () => {
    const { start, read, workingDir } = plot();
    const script = `git init -q sub; printf ${EVIL} >> sub/.git/config; touch made; sleep 60`;
    writeFileSync(join(workingDir, "scripts", "made.sh"), script);
    await start("bash scripts/made.sh");
    await waitUntil("the repository", () => existsSync(join(workingDir, "made")));
    await waitUntil("its settings to be switched off", () => !read("sub/.git/config").includes("evil"));
  });

  test("by a repository deep in the tree, once the next shell starts", async () => {
    const { run, start, read } = plot();
    await run("mkdir -p a/b/c; git init -q a/b/c/d; git -C a/b/c/d config core.fsmonitor evil");
    await start("true");
    expect(read("a/b/c/d/.git/config")).not.toContain("evil");
  });

  test("by a process that does it when nobody looks, and is gone", async () => {
    const { run, workingDir, bash } = plot();
    await run(
      'mkdir -p stage/.vscode; perl -e \'select(undef, undef, undef, 0.02) until -e "go"; rename("stage/.vscode", ".vscode"); kill(9, $$)\' & :',
    );
    writeFileSync(join(workingDir, "go"), "");
    await waitUntil("the process to be done", () => !existsSync(join(workingDir, "stage", ".vscode")));
    await waitUntil("it to be taken away", () => !existsSync(join(workingDir, ".vscode")));
    expect((await bash("true")).output).toContain("took away .vscode");
  });

  test("by another thread of a process that seems to sleep", async () => {
    const { run, workingDir, bash } = plot();
    const thread = `def plant():
    while not os.path.exists("go"): time.sleep(0.02)
    os.mkdir(".vscode"); open(".vscode/tasks.json", "w").close(); open("done", "w").close()`;
    writeFileSync(
      join(workingDir, "two.py"),
      `import os, signal, threading, time
${thread}
threading.Thread(target=plant).start()
open("ready", "w").close()
signal.pause()
`,
    );
    await run("python3 two.py & until [ -e ready ]; do sleep 0.02; done");
    writeFileSync(join(workingDir, "go"), "");
    await waitUntil("the thread to be done", () => existsSync(join(workingDir, "done")));
    expect((await bash("true")).output).toContain("took away .vscode");
    expect(existsSync(join(workingDir, ".vscode"))).toBe(false);
  });

  test("by the session's own bash, after it has answered", async () => {
    const { run, workingDir } = plot();
    // Takes the end of its turn out of the script and runs it: bash has answered then, and goes on.
    await run(
      'IFS= read -r -u 255 end; eval "$end"; until [[ -e go ]]; do for ((i = 0; i < 1000; i++)); do :; done; done; echo evil > .envrc; : > done',
    );
    writeFileSync(join(workingDir, "go"), "");
    await waitUntil("it to be done", () => existsSync(join(workingDir, "done")));
    await waitUntil("it to be taken away", () => !existsSync(join(workingDir, ".envrc")));
  });

  test("by leading a submodule to another repository, wherever it lies", async () => {
    const root = person(
      `git init -q lib; (cd lib; ${COMMIT}); git init -q app; cd app; git -c protocol.file.allow=always submodule --quiet add ../lib vendor/lib`,
    );
    const { run, read } = plot(join(root, "app"));
    const before = read("vendor/lib/.git");
    expect(before).toContain("modules/vendor/lib");
    await run(
      `cp -r .git/modules/vendor/lib evil; printf ${EVIL} >> evil/config; echo "gitdir: ../../evil" > vendor/lib/.git`,
    );
    expect(read("vendor/lib/.git")).toBe(before);
    await run(`mv vendor/lib old; mkdir vendor/lib; echo "gitdir: ../../evil" > vendor/lib/.git`);
    expect(read("evil/config")).not.toContain("evil");
  });

  test("in the files that say what commands may do, whatever they are called", async () => {
    const workspace = person("mkdir -p conf/nacre; echo '{}' > conf/nacre/mine.json; echo '{}' > own.json");
    const [rulesFile, own] = [join(workspace, "conf", "nacre", "mine.json"), join(workspace, "own.json")];
    const { run, read } = plot(workspace, { policy: { rulesFile }, guard: [own] });
    await run("echo evil > nacre.config.json; echo evil > nacre.rules.json; echo evil > own.json; rm -f own.json");
    await run("echo evil > conf/nacre/mine.json; mv conf/nacre conf/old; mv conf old");
    await run("mkdir -p conf/nacre; echo evil > conf/nacre/mine.json");
    for (const path of ["nacre.config.json", "nacre.rules.json"]) expect(read(path)).toBe("");
    for (const path of ["own.json", "conf/nacre/mine.json"]) expect(read(path)).toBe("{}\n");
  });

  test("by a link in the place of such a file", async () => {
    const workspace = person("echo '{}' > real.json; ln -s real.json own.json");
    const { bash } = plot(workspace, { guard: [join(workspace, "own.json")] });
    expect((await bash("true")).error).toContain("is a link that they could replace");
  });

  test.each([
    ["a setting", `printf ${EVIL} >> .git/config`],
    ["settings that nobody can read", "echo '[evil' >> .git/config"],
    ["another file", `printf ${EVIL} > .new; mv .new .git/config`],
  ])("by %s written the moment a person's git has replaced a configuration", async (_, write) => {
    const workspace = person("git init -q .; git config alias.mine '!ls'");
    const { run, start, read, workingDir, bash } = plot(workspace);
    await run("true");
    writeFileSync(
      join(workingDir, "job.sh"),
      `until { ${write}; } 2>/dev/null && cp .git/config seen && grep -q evil seen; do :; done; touch done; sleep 100`,
    );
    await start("bash job.sh");
    let at = 0;
    await waitUntil("the job to have written", () => {
      const isDone = existsSync(join(workingDir, "done"));
      // Seldom enough that the one does not write over what the other wrote.
      if (!isDone && at++ % 20 === 0) execFileSync("git", ["config", "user.name", `name ${at}`], { cwd: workspace });
      return isDone;
    });
    await waitUntil("it to be switched off", () => !read(".git/config").includes("evil"));
    if (!write.includes("mv")) expect(read(".git/config")).toContain("mine = !ls");
    const said: string[] = [];
    await waitUntil("it to be said", async () => {
      said.push((await bash("true")).output);
      return /switched off core.fsmonitor|put .git.config back/.test(said.join());
    });
    expect((await run(`{ ${write}; } 2>&1`)).output).toMatch(/Read-only|busy/);
    expect(read(".git/config")).not.toContain("evil");
  });

  test("by a repository deep in the tree, when the toolkit is closed", async () => {
    const { run, read, dispose } = plot();
    await run("mkdir -p a/b/c; git init -q a/b/c/d; git -C a/b/c/d config core.fsmonitor evil");
    await dispose();
    expect(read("a/b/c/d/.git/config")).not.toContain("evil");
  });

  test("by a repository deep in the tree that a person's git would look into", async () => {
    const workspace = person(`git init -q .; ${COMMIT}; touch file; git add file`);
    const { run, read } = plot(workspace);
    await run(
      `mkdir -p a/b/c; git init -q a/b/c/d; cd a/b/c/d; ${COMMIT}; git config core.fsmonitor evil; cd ../../../..; git update-index --add --cacheinfo 160000,$(git -C a/b/c/d rev-parse HEAD),a/b/c/d`,
    );
    expect(read("a/b/c/d/.git/config")).not.toContain("evil");
  });

  test.each([
    [
      "hooks",
      "git config core.hooksPath conf/hooks; mkdir -p conf/hooks; echo mine > conf/hooks/pre-commit",
      "conf/hooks/pre-commit",
    ],
    ["included settings", "git config include.path ../.gitconfig; echo '#mine' > .gitconfig", ".gitconfig"],
    ["settings under a condition", "git config includeIf.gitdir:/.path ../extra; echo '#mine' > extra", "extra"],
    [
      "a driver",
      "git config filter.x.clean 'sh tools/clean.sh'; mkdir tools; echo mine > tools/clean.sh",
      "tools/clean.sh",
    ],
  ])("in %s that the user's own configuration points to", async (_, setup, path) => {
    const { run, read } = plot(person(`git init -q .; ${setup}`));
    const before = read(path);
    await run(
      `echo evil >> ${path}; d=$(dirname ${path}); [ $d = . ] || { mv $d old; mkdir -p $d; }; echo evil > ${path}`,
    );
    await run(`rm -f ${path}; echo evil > ${path}`);
    expect(read(path)).toBe(before);
  });

  test.each([
    ["an embedded repository", "git init -q M; (cd M; COMMIT)"],
    [
      "a repository with a link for HEAD",
      "git init -q -b x M; (cd M; COMMIT; rm .git/HEAD; ln -s refs/heads/x .git/HEAD); mkdir -p .git/modules/vendor; mv M/.git .git/modules/vendor/m; echo 'gitdir: ../../.git/modules/vendor/m' > M/.git",
    ],
  ])("by a submodule in a tree that nobody searches: %s", async (_, make) => {
    const { run, workingDir, read } = plot(person(`git init -q .; ${COMMIT}`));
    const arm =
      "git -C M config core.fsmonitor evil; git update-index --add --cacheinfo 160000,$(git -C M rev-parse HEAD),M";
    const { output } = await run(`${make.replaceAll("COMMIT", COMMIT)}; ${arm}`.replaceAll(/\bM\b/g, "vendor/m"));
    expect(output).toContain("switched off core.fsmonitor");
    const config = existsSync(join(workingDir, "vendor/m/.git/config"))
      ? "vendor/m/.git/config"
      : ".git/modules/vendor/m/config";
    expect(read(config)).toContain("bare");
    expect(read(config)).not.toContain("evil");
  });

  test.each([
    [
      "an editor's settings",
      "mkdir -p tools/vscode; echo mine > tools/vscode/tasks.json; ln -s tools/vscode .vscode",
      ".vscode/tasks.json",
    ],
    ["a link to a link", "mkdir tools; echo mine > tools/envrc; ln -s tools/envrc step; ln -s step .envrc", ".envrc"],
    ["a git directory", "git init -q --separate-git-dir store .; rm .git; ln -s store .git", ".git/config"],
    ["a git directory that a .git file names", "git init -q --separate-git-dir store .", "store/config"],
  ])("where a link of the user's leads, nor in its place: %s", async (_, setup, path) => {
    const { run, read } = plot(person(setup));
    const before = read(path);
    await run(`echo evil >> ${path}; echo evil >> tools/envrc; echo evil >> store/config; mv tools old; mv store old`);
    await run(
      `rm -rf .vscode .envrc step .git; mkdir -p .vscode; echo evil > .vscode/tasks.json; echo evil > .envrc; echo evil > step`,
    );
    expect(["", before]).toContain(read(path));
    expect(
      [".vscode/tasks.json", ".envrc", setup.includes("step") ? "step" : "", ".git/config"].map(read).join(),
    ).not.toContain("evil");
  });

  test("in hooks that are missing as yet", async () => {
    const { run, read } = plot(person("git init -q .; git config core.hooksPath .githooks"));
    const { output } = await run("mkdir .githooks; echo evil > .githooks/pre-commit");
    expect(output).toContain("took away .githooks");
    expect(read(".githooks/pre-commit")).toBe("");
  });
});
