import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

/*
 * The host works on files that commands can write: what bash saves, the FIFOs, a new repository. A command that puts a link
 * there tries to have the host do outside what it cannot do itself.
 */

type Trap = Pick<OpenToolkit, "call" | "start"> & {
  readonly outside: string;
  readonly workspace: string;
  /** Runs a script in the session's own bash; it lies in a file, so that nobody judges it. */
  readonly run: (script: string) => Promise<ToolResult>;
  /** Lets the session save what it has: it does so before a text that may cost it its bash. */
  readonly save: () => Promise<ToolResult>;
};

function trap(outside: string = tempDir(), workingDir: string = tempDir()): Trap {
  writeFileSync(join(outside, "secret"), "TOP-SECRET\n");
  writeFileSync(join(outside, "victim"), "original\n");
  const { bash, call, start, workingDir: workspace } = openToolkit({ sandbox: "workspace", workingDir });
  let scripts = 0;
  const run: Trap["run"] = (script) => {
    const name = `script-${scripts++}.sh`;
    writeFileSync(join(workspace, name), script);
    return bash(`. ./${name}`);
  };
  return { outside, workspace, run, save: () => bash(": kill"), call, start };
}

/** In a script: the directory of the FIFOs that the session's commands print to. */
const RUNTIME_DIR = '"$(dirname "$(readlink /proc/$BASHPID/fd/2)")"';

describe.runIf(hasBubblewrap)("the host is not led astray", () => {
  test("by links in the place of every file that it could write for the next bash", async () => {
    const { outside, run, save } = trap();
    await run("evil() { echo mine; }");
    await save();
    const result = await run(
      `cd ${RUNTIME_DIR}; for n in * state saving lib turn script bash; do ln -sf ${outside}/victim $n; done; kill -9 $$`,
    );
    expect(result.metadata.signal).toBe("SIGKILL");
    expect((await run("evil; echo goes on")).output).toContain("mine\ngoes on");
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("original\n");
  });

  test("by another state for the next bash: it lies in no file that a command could replace", async () => {
    const { run, save } = trap();
    await run("kept=1");
    await save();
    const { output } = await run(`cd ${RUNTIME_DIR}; grep -rls "kept" . ; find . -type f; echo nothing else`);
    expect(output).toContain("nothing else");
    expect(output).not.toMatch(/^\.\//m);
  });

  test("by links in the place of the FIFOs it reads output from", async () => {
    const { outside, run } = trap();
    const names = 'ls "$d" | grep "[oe]$"';
    const results = [
      await run(
        `d=${RUNTIME_DIR}; for n in $(${names}) 0o 0e 1o 1e 2o 2e; do rm -f "$d/$n"; ln -s ${outside}/secret "$d/$n"; done`,
      ),
      await run("sleep 0.1 & echo one"),
      await run("echo two"),
      await run("echo three"),
    ];
    expect(JSON.stringify(results)).not.toContain("TOP-SECRET");
    expect(results.at(-1)?.output).toBe("three\n");
  });

  test.each([
    ["a pipe nobody writes to", 'mkfifo "$1"'],
    ["something endless", 'truncate -s 100G "$1"'],
    ["a directory", 'mkdir "$1"'],
    ["nothing", "true"],
  ])("by %s in the place of everything in the runtime directory", async (_, make) => {
    const { run, save } = trap();
    await run("kept=1");
    await save();
    await run(`for file in ${RUNTIME_DIR}/*; do rm -rf "$file"; set -- "$file"; ${make}; done; kill -9 $$`);
    expect((await run("echo $kept goes on")).output).toContain("1 goes on");
  });

  test("by words in the supervisor's name", async () => {
    const { run } = trap();
    const { output } = await run(
      'for fd in 0 1 2 3 4 5 6; do { echo "e 2 0" > "/proc/$PPID/fd/$fd"; } 2>/dev/null && echo "spoke on $fd"; done; echo still here',
    );
    expect(output).toBe("still here\n");
  });

  test("by a repository that becomes a link to another project", async () => {
    const { outside, run } = trap();
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: outside, encoding: "utf8" });
    git("init", "-q");
    git("config", "alias.mine", "!ls");
    for (const name of [".vscode", ".claude"]) mkdirSync(join(outside, name));
    writeFileSync(join(outside, ".git", "hooks", "pre-commit"), "mine");
    const before = readdirSync(outside);
    await run("git init -q a");
    await run(`mv a b; ln -s ${outside} a`);
    await run(`git init -q c; mv c d; ln -s ${outside} c; : git`);
    await run(`mkdir e; echo 'gitdir: ../a/.git' > e/.git; : git`);
    await run(
      `(while :; do mkdir x 2>/dev/null && git init -q x; mv x y$RANDOM; ln -s ${outside} x; rm x; done) & sleep 1; kill $!; : git`,
    );
    expect(readdirSync(outside)).toEqual(before);
    expect(git("config", "alias.mine")).toBe("!ls\n");
    expect(readFileSync(join(outside, ".git", "hooks", "pre-commit"), "utf8")).toBe("mine");
  });

  test.each([
    ["the workspace itself", ".", "projects/app"],
    ["a directory in it", "made-up", "app"],
  ])("by a repository made up in %s, of which the workspace says to be a worktree", async (_, at, where) => {
    const outside = tempDir();
    const workspace = join(outside, where);
    mkdirSync(workspace, { recursive: true });
    const { run, call, start } = trap(outside, workspace);
    await run(
      `mkdir -p ${at}; echo 'gitdir: ${at}' > .git; echo "$PWD/.git" > ${at}/gitdir; echo ../.. > ${at}/commondir; cp .git ${at}/HEAD`,
    );
    const id = await start(`cat ${outside}/secret; echo changed > ${outside}/victim`);
    const { output } = await call("BashOutput", { bash_id: id, wait_for: "exit", wait_ms: 20_000 });
    expect(output).not.toContain("TOP-SECRET");
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("original\n");
  });

  test.each([
    ["a pipe nobody writes to", "mkfifo"],
    ["something endless", "truncate -s 10G"],
  ])("by %s in the place of what leads to a repository", async (_, make) => {
    const { run, start } = trap();
    await run(`${make} .git`);
    await run(
      `mkdir a; git init -q a; for name in config commondir; do rm -f a/.git/$name; ${make} a/.git/$name; done`,
    );
    await run(`mkdir b; echo 'gitdir: c' > b/.git; mkdir b/c; ${make} b/c/commondir b/c/gitdir`);
    await run(`echo 'gitdir: b/c' > .git`);
    await start("true");
    expect((await run("echo goes on")).output).toContain("goes on");
  });

  test("by links in the private home and /tmp on the way to what the next shell mounts there", async () => {
    const workspace = join(tempDir(), "projects", "app");
    mkdirSync(workspace, { recursive: true });
    const { outside, run, start } = trap(tempDir(), workspace);
    const before = readdirSync(outside);
    // While bubblewrap builds, the machine as it is lies at /oldroot.
    const replace = (path: string): string =>
      `mv ${path} ${path}-old; mkdir -p ${dirname(path)}; ln -sT /oldroot${outside} ${path}`;
    for (let path = dirname(workspace); path !== "/tmp"; path = dirname(path)) await run(replace(path));
    await run(`d=${RUNTIME_DIR}; for path in $(dirname $d) $(dirname $(dirname $d)); do ${replace("$path")}; done`);
    await start("true").catch(() => undefined);
    expect(readdirSync(outside)).toEqual(before);
    expect((await run("echo goes on")).output).toContain("goes on");
  });
});
