import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

/*
 * The host works on files that commands can write: what bash saves, the FIFOs, a new repository. A command that puts a link
 * there tries to have the host do outside what it cannot do itself.
 */

type Trap = {
  readonly outside: string;
  readonly workspace: string;
  /** Runs a script in the session's own bash; it lies in a file, so that nobody judges it. */
  readonly run: (script: string) => Promise<ToolResult>;
};

function trap(): Trap {
  const outside = tempDir();
  writeFileSync(join(outside, "secret"), "TOP-SECRET\n");
  writeFileSync(join(outside, "victim"), "original\n");
  const { bash, workingDir: workspace } = openToolkit({ sandbox: "workspace" });
  let scripts = 0;
  const run: Trap["run"] = (script) => {
    const name = `script-${scripts++}.sh`;
    writeFileSync(join(workspace, name), script);
    return bash(`. ./${name}`);
  };
  return { outside, workspace, run };
}

/** Lets the session save what it has: it does so before a text that may cost it its bash. */
const SAVE = ": kill";

describe.runIf(hasBubblewrap)("the host is not led astray", () => {
  test("by a link in the place of the state it writes for the next bash", async () => {
    const { outside, run } = trap();
    await run("evil() { echo mine; }");
    await run(SAVE);
    for (const name of ["state", "saving", "lib", "turn"])
      await run(`ln -sf ${outside}/victim "$__nacre_d/${name}"; kill -9 $$`);
    expect((await run("echo goes on")).output).toContain("goes on");
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("original\n");
  });

  test("by a link in the place of the state it reads from the last bash", async () => {
    const { outside, run } = trap();
    await run(
      `exec 9>&1; __nacre_save() { rm -f "$1"; ln -s ${outside}/secret "$1"; }; for f in "$__nacre_d"/state*; do ln -sf ${outside}/secret "$f"; done`,
    );
    await run(SAVE);
    await run("kill -9 $$");
    const { output } = await run('cat "$__nacre_d"/sav* "$__nacre_d"/state* 2>&1 | head -c 3000; echo goes on');
    expect(output).toContain("goes on");
    expect(output).not.toContain("TOP-SECRET");
  });

  test("by links in the place of the FIFOs it reads output from", async () => {
    const { outside, run } = trap();
    const names = 'ls "$__nacre_d" | grep "[oe]$"';
    const results = [
      await run(
        `for n in $(${names}) 0o 0e 1o 1e 2o 2e; do rm -f "$__nacre_d/$n"; ln -s ${outside}/secret "$__nacre_d/$n"; done`,
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
  ])("by %s in the place of the state", async (_, make) => {
    const { run } = trap();
    await run(`kept=1; __nacre_save() { rm -rf "$1"; ${make}; }`);
    await run(SAVE);
    await run(`rm -f "$__nacre_d/state"; set -- "$__nacre_d/state"; ${make}; kill -9 $$`);
    expect((await run("echo goes on")).output).toContain("goes on");
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
});
