import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToolkit } from "../../src/index.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { tempDir } from "../support/temp-dir.ts";
import { COMMANDS } from "./commands.ts";
import { treeFacts } from "./tree-facts.ts";

const DATE = "2026-01-01T00:00:00Z";
const WHO = { GIT_AUTHOR_NAME: "t", GIT_AUTHOR_EMAIL: "t@e", GIT_COMMITTER_NAME: "t", GIT_COMMITTER_EMAIL: "t@e" };
const ENV = { GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C.UTF-8", ...WHO };
const PATCH = "--- src/a.txt\n+++ src/a.txt\n@@ -1,2 +1,2 @@\n-one\n+patched\n line\n";

function project(): string {
  const workspace = join(tempDir("nacre-tried-"), "app");
  for (const directory of ["src", "lib/deep", "hollow"]) mkdirSync(join(workspace, directory), { recursive: true });
  const files = {
    "src/a.txt": "one\nline\n",
    "src/b.txt": "b\n",
    "lib/deep/b.txt": "one\ndeep\n",
    README: "read\n",
    "fix.patch": PATCH,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(workspace, path), text);
  symlinkSync("README", join(workspace, "link"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@e", ...words], {
      cwd: workspace,
      env: { ...process.env, ...ENV },
    });
  git("init", "-q", "-b", "main", ".");
  git("add", "-A");
  git("commit", "-qm", "one");
  return workspace;
}

/** A formatter that the project of these tests has. */
const MODULES = join(import.meta.dirname, "../../node_modules");
const BIOME = realpathSync(join(MODULES, ".bin/biome"));

const whole = process.env["TRY"] === "whole";

describe.runIf(hasBubblewrap)("what is kept of a try is what the command does for real", () => {
  test.each(whole ? COMMANDS : COMMANDS.slice(0, 2))("%s", async (command) => {
    const workspace = project();
    const before = treeFacts(workspace);
    const copy = join(tempDir(), "app");
    cpSync(workspace, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    expect(treeFacts(copy)).toEqual(before);
    const home = tempDir();
    const env = { ...ENV, BIOME, PATH: process.env["PATH"] ?? "", HOME: home };
    const real = spawnSync("bash", ["-c", command], { cwd: copy, env, encoding: "utf8" });
    const kit = createToolkit({
      workingDir: workspace,
      stateDir: tempDir("nacre-state-"),
      loginShell: false,
      environment: { set: { ...ENV, BIOME } },
      sandbox: { profile: "workspace", read: [realpathSync(MODULES)] },
      policy: { mode: "permissive" },
      approver: async () => "once",
    });
    onTestFinished(() => kit.dispose());
    const tried = await kit.try(command);
    expect({ code: tried.result.metadata.exit_code, error: tried.result.error }).toMatchObject({ code: real.status });
    expect(treeFacts(workspace)).toEqual(before);
    const first = await tried.keep();
    expect(first.conflicts).toEqual([]);
    if (first.guarded.length > 0) expect(await tried.keep(first.guarded)).toMatchObject({ conflicts: [], open: 0 });
    expect(treeFacts(workspace)).toEqual(treeFacts(copy));
    const status = (cwd: string): string =>
      execFileSync("git", ["status", "--porcelain", "--ignored"], { cwd, encoding: "utf8" });
    expect(status(workspace)).toBe(status(copy));
  });
});
