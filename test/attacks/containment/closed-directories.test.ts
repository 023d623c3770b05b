import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { cli } from "../../support/cli.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { AS_PLAIN_USER, isRoot, plainCopy } from "../../support/plain-user.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/*
 * Commands plant a repository whose settings and hooks run a program, and hide it from the host: behind rights, depth or
 * number. Whatever they do, the user's next git there must run nothing, or the result must say that it might.
 */

const ARM =
  "git init -q R; git -C R config core.fsmonitor 'touch CANARY; false'; printf '#!/bin/sh\\ntouch CANARY\\n' > R/.git/hooks/post-index-change; chmod 755 R/.git/hooks/post-index-change";
const armed = (where: string): string => ARM.replaceAll(/\bR\b/g, where);

/** Each way to hide it, and where it lies. */
const WAYS: readonly (readonly [string, string, string])[] = [
  ["rights of the git directory", `${armed("sub")}; chmod 555 sub/.git/hooks sub/.git`, "sub"],
  ["rights of a directory above, which can be entered", `mkdir z; ${armed("z/repo")}; chmod 311 z`, "z/repo"],
  ["no rights at all, twice", `mkdir -p y/z; ${armed("y/z/repo")}; chmod 000 y/z; chmod 000 y`, "y/z/repo"],
  ["rights of the workspace itself", `${armed("sub")}; chmod 300 .`, "sub"],
  ["number", `mkdir a; (cd a; mkdir $(seq 1 10000)); mkdir z; ${armed("z/repo")}`, "z/repo"],
  ["depth", `d=$(printf 'd/%.0s' {1..40}); mkdir -p $d; ${armed("$d/repo")}`, `${"d/".repeat(40)}repo`],
  ["a name with a newline", `n=$'a\\nb'; mkdir "$n"; ${armed("repo")}; mv repo "$n"`, "a\nb/repo"],
  ["a git directory of another name", `${armed("sub")}; mv sub/.git sub/store; echo 'gitdir: store' > sub/.git`, "sub"],
];

/** Runs scripts in a sandboxed session of a plain user; the last look is over when it returns. */
async function asPlainUser(workspace: string, scripts: readonly string[]): Promise<readonly ToolResult[]> {
  const place = plainCopy();
  execFileSync("chmod", ["0777", workspace]);
  if (isRoot) execFileSync("chown", ["-R", "65534:65534", workspace]);
  const words = [...AS_PLAIN_USER, process.execPath, join(place, "test/fixtures/hosts/plain-toolkit.mjs")];
  const env = { PATH: "/usr/bin:/bin", HOME: place, TMPDIR: place, NACRE_TEST: place };
  const { stdout } = await promisify(execFile)("env", [...words, join(place, "state"), workspace, ...scripts], {
    env,
    cwd: place,
    timeout: 100_000,
  });
  await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${place}`).length === 0);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ToolResult);
}

/** Whether the user's git runs something there. */
function isArmed(repository: string): boolean {
  execFileSync("chmod", ["-R", "u+rwX", repository]);
  const trusted = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };
  execFileSync("git", ["status"], { cwd: repository, stdio: "ignore", env: { PATH: "/usr/bin:/bin", ...trusted } });
  return existsSync(join(repository, "CANARY"));
}

describe.runIf(hasBubblewrap)("a planted repository is found behind", () => {
  test.each(WAYS)("%s", async (_, script, where) => {
    const { workingDir, bash, dispose } = openToolkit({ sandbox: "workspace" });
    writeFileSync(join(workingDir, "s.sh"), script);
    await bash(". ./s.sh");
    await dispose();
    expect(isArmed(join(workingDir, where))).toBe(false);
  });

  test.each(WAYS)("%s, as a plain user", async (_, script, where) => {
    const workspace = tempDir();
    const [first, second] = await asPlainUser(workspace, [script, "true"]);
    expect(first?.metadata).toMatchObject({ containment: "full" });
    expect(second?.success).toBe(true);
    expect(isArmed(join(workspace, where))).toBe(false);
  });
});

describe.runIf(hasBubblewrap)("a guarded name is taken away", () => {
  test.each([
    ["from a directory that may not be written", "mkdir .vscode; touch .vscode/tasks.json; chmod 555 ."],
    ["when it may not be moved itself", "mkdir .vscode; touch .vscode/tasks.json; chmod 555 .vscode; chmod 555 ."],
  ])("%s", async (_, script) => {
    const workspace = tempDir();
    const [first] = await asPlainUser(workspace, [script, "true"]);
    expect(first?.output).toContain("took away .vscode");
    expect(existsSync(join(workspace, ".vscode"))).toBe(false);
  });
});

describe.runIf(hasBubblewrap)("what cannot be looked into, and is no command's", () => {
  test("is named and stops nothing, when it was closed before the first command", async () => {
    const workspace = tempDir();
    mkdirSync(join(workspace, "closed"));
    writeFileSync(join(workspace, "closed", "x"), "");
    chmodSync(join(workspace, "closed"), 0);
    await waitUntil(
      "a time before the first command",
      () => Date.now() - statSync(join(workspace, "closed")).ctimeMs > 100,
    );
    const results = await asPlainUser(workspace, ["true", "echo goes on"]);
    expect(results.map(({ metadata }) => metadata.containment)).toEqual(["partial", "partial"]);
    expect(JSON.stringify(results[0]?.metadata.containment_reasons)).toContain(join(workspace, "closed"));
    expect(results[1]?.output).toBe("goes on\n");
    expect(statSync(join(workspace, "closed")).mode & 0o777).toBe(0);
  });

  test.runIf(isRoot)("is named and stops nothing, when it belongs to another user", async () => {
    const workspace = tempDir();
    const foreign = join(workspace, "foreign");
    const made = waitUntil("the first command", () => existsSync(join(workspace, "ready")), 90_000).then(() => {
      mkdirSync(foreign, { mode: 0o700 });
      writeFileSync(join(workspace, "go"), "");
    });
    const results = await asPlainUser(workspace, ["touch ready; until [ -e go ]; do sleep 0.1; done", "echo goes on"]);
    await made;
    expect(JSON.stringify(results[1]?.metadata.containment_reasons)).toContain(foreign);
    expect(results[1]).toMatchObject({ success: true, metadata: { containment: "partial" } });
  });
});

/** Makes a file that not even its owner can move; the test must undo it. */
const immutable = (path: string, is: boolean): Buffer => execFileSync("chattr", [is ? "+i" : "-i", path]);

const canBeImmutable = ((): boolean => {
  const probe = join(tmpdir(), `nacre-immutable-${process.pid}`);
  try {
    writeFileSync(probe, "");
    immutable(probe, true);
    immutable(probe, false);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
})();

describe.runIf(hasBubblewrap && canBeImmutable)("what a command did and nacre cannot undo", () => {
  /** A command makes a hook that nobody can move, by a helper outside. */
  async function unsafe(onPartial?: "run") {
    const kit = openToolkit({ sandbox: "workspace", ...(onPartial === undefined ? {} : { onPartial }) });
    const hook = join(kit.workingDir, "sub/.git/hooks/pre-commit");
    writeFileSync(
      join(kit.workingDir, "s.sh"),
      "git init -q sub; touch sub/.git/hooks/pre-commit ready; until [ -e go ]; do sleep 0.05; done",
    );
    const running = kit.bash(". ./s.sh");
    await waitUntil("the hook", () => existsSync(join(kit.workingDir, "ready")));
    immutable(hook, true);
    writeFileSync(join(kit.workingDir, "go"), "");
    return { ...kit, hook, made: await running };
  }

  test("makes this result partial and refuses further commands, until a new look is clean", async () => {
    const { bash, call, hook, made, workingDir } = await unsafe();
    try {
      expect(made.metadata).toMatchObject({
        containment: "partial",
        containment_reasons: expect.arrayContaining([expect.stringContaining("sub/.git/hooks/pre-commit")]),
      });
      expect(made.output).toContain("could not take it away: a git hook runs by itself");
      const refused = await bash("touch ran");
      expect(refused.metadata.fault).toBe("WORKSPACE_UNSAFE");
      expect(refused.error).toContain(`nacre doctor --workspace ${workingDir} --repair`);
      expect((await bash("touch ran", { run_in_background: true })).metadata.fault).toBe("WORKSPACE_UNSAFE");
      expect(existsSync(join(workingDir, "ran"))).toBe(false);
      expect((await call("ListShells", {})).success).toBe(true);
    } finally {
      immutable(hook, false);
    }
    const next = await bash("echo goes on");
    expect(next).toMatchObject({ success: true, metadata: { containment: "full" } });
    expect(next.output).toContain("goes on");
    expect(existsSync(hook)).toBe(false);
  });

  test("is said with every result where the operator lets commands run", async () => {
    const { bash, hook } = await unsafe("run");
    try {
      for (const result of [await bash("echo one"), await bash("echo two")]) {
        expect(result).toMatchObject({ success: true, metadata: { containment: "partial" } });
        expect(result.output).toContain("(the operator lets commands run): a command made sub/.git/hooks/pre-commit");
      }
    } finally {
      immutable(hook, false);
    }
  });

  test("is undone by nacre doctor --repair, which says what it cannot", async () => {
    const stateDir = tempDir();
    const workspace = tempDir();
    const { bash, dispose } = openToolkit({ sandbox: "workspace", workingDir: workspace, stateDir });
    const hook = join(workspace, "sub/.git/hooks/pre-commit");
    writeFileSync(
      join(workspace, "s.sh"),
      "git init -q sub; touch sub/.git/hooks/pre-commit ready; until [ -e go ]; do sleep 0.05; done",
    );
    const running = bash(". ./s.sh");
    await waitUntil("the hook", () => existsSync(join(workspace, "ready")));
    immutable(hook, true);
    writeFileSync(join(workspace, "go"), "");
    await running;
    await dispose();
    const repair = () => cli(["doctor", "--repair", "--workspace", workspace, "--state-dir", stateDir]);
    try {
      expect(await repair()).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`left: cannot take away ${hook}`),
      });
    } finally {
      immutable(hook, false);
    }
    expect(await repair()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("took away sub/.git/hooks/pre-commit"),
    });
    expect(existsSync(hook)).toBe(false);
    expect(await repair()).toMatchObject({ code: 0, stdout: "nothing is to be repaired\n" });
    expect(readFileSync(join(workspace, "sub/.git/HEAD"), "utf8")).toContain("ref");
  });
});
