import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { disarmGitConfig } from "../../../../../src/core/sandbox/guard/git/disarm-git-config.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

const written = (text: string): string => {
  const path = join(tempDir(), "config");
  writeFileSync(path, text);
  return path;
};

const ORDINARY = `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[remote "origin"]\n\turl = https://example.org/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n`;

test("an ordinary configuration stays byte for byte what it is", async () => {
  const path = written(ORDINARY);
  expect(await disarmGitConfig(path)).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe(ORDINARY);
});

test.each([
  "[core]\n\tpager = evil",
  "[core] fsmonitor = evil",
  "[CORE]\n\tHooksPath = evil",
  "[core]\r\n\tsshCommand = evil\r",
  "[a] [core] editor = evil",
  '[filter "a]b"] clean = evil',
  '[filter "lfs"]\n\tclean = "git-lfs clean; evil"',
  '[diff "x"]\n\ttextconv = evil',
  '[merge "x"]\n\tdriver = evil',
  "[credential]\n\thelper = !evil",
  '[credential "https://x"]\n\thelper = evil',
  "[include]\n\tpath = evil",
  '[includeIf "gitdir:/"]\n\tpath = evil',
  "[alias]\n\tst = !evil",
  "[gpg]\n\tprogram = evil",
  '[gpg "ssh"]\n\tprogram = evil',
  "[core]\n\tgitProxy = ev\\\nil",
  "\uFEFF[core]\n\taskPass = evil",
  '[submodule "x"]\n\tupdate = !evil',
  '[remote "x"]\n\tuploadpack = evil',
  "[credential]\n[core] pager = x\nhelper = evil",
])("%j is disarmed", async (armed) => {
  const path = written(armed.startsWith("\uFEFF") ? armed : `${ORDINARY}${armed}\n`);
  expect((await disarmGitConfig(path))?.length).toBeGreaterThan(0);
  expect(await disarmGitConfig(path)).toEqual([]);
});

test("what git cannot read is not to be trusted", async () => {
  expect(await disarmGitConfig(written("[core\nnonsense ="))).toBeUndefined();
  expect(await disarmGitConfig(written(ORDINARY), undefined)).toEqual([]);
});

/** A git that, when it has worked, lets a command put something else in the place of the settings. */
function interruptedGit(path: string, swap: string): string {
  const script = join(mkdtempSync(join(tempDir(), "git-")), "git");
  writeFileSync(script, `#!/bin/sh\n/usr/bin/git "$@"; code=$?; [ -L ${path} ] || { ${swap}; }; exit $code\n`);
  chmodSync(script, 0o755);
  return script;
}

test("no file that a command links to is changed, whenever the link comes", async () => {
  const victim = written("[alias]\n\tci = !mine\n[credential]\n\thelper = mine\n");
  const before = readFileSync(victim);
  const path = written(`${ORDINARY}[alias]\n\ta = "!evil"\n[credential]\n\thelper = evil\n`);
  const git = interruptedGit(path, `ln -sfT ${victim} ${path}`);
  expect(await disarmGitConfig(path, git)).toBeUndefined();
  expect(readFileSync(victim)).toEqual(before);
  expect(readdirSync(dirname(path))).toEqual(["config"]);
});

test("settings that a command wrote meanwhile are not put back over, they are disarmed as well", async () => {
  const path = written(`${ORDINARY}[alias]\n\ta = "!evil"\n`);
  const later = written("[user]\n\tname = later\n[alias]\n\tb = !evil\n");
  const git = interruptedGit(path, `[ -e ${path}.done ] || { touch ${path}.done; mv ${later} ${path}; }`);
  expect(await disarmGitConfig(path, git)).toEqual(["alias.b"]);
  expect(readFileSync(path, "utf8")).toContain("name = later");
});

test("git is asked only about what is not plain, and only where it may be", async () => {
  const no = (): boolean => false;
  expect(await disarmGitConfig(written(`${ORDINARY}[alias]\n\ta = !evil\n`), "/no/git", no)).toEqual(["alias.a"]);
  expect(await disarmGitConfig(written(`${ORDINARY}[alias]\n\ta = "!evil"\n`), undefined, no)).toBeUndefined();
});

test.each([
  ["[gc]\n\trecentObjectsHook = evil\n", "gc.recentobjectshook"],
  ["[http]\n\tsaveCookies = true\n", "http.savecookies"],
  ["[annex]\n\tyoutube-dl-command = evil\n", "annex.youtube-dl-command"],
  ['[later "x"]\n\tnewProgram = evil\n', "later.x.newprogram"],
])("%j is disarmed, by its own name or by how it sounds", async (armed, name) => {
  expect(await disarmGitConfig(written(`${ORDINARY}${armed}`))).toEqual([name]);
});

test("what git knows under such a name and does not run stays", async () => {
  const harmless = "[advice]\n\tignoredHook = false\n[rebase]\n\trescheduleFailedExec = true\n";
  expect(await disarmGitConfig(written(`${ORDINARY}${harmless}`))).toEqual([]);
});

test("bytes that are no text stay as they are", async () => {
  const path = written("");
  const kept = Buffer.concat([Buffer.from("[user]\n\tname = "), Buffer.from([0xe9, 0xff]), Buffer.from("\n")]);
  writeFileSync(path, Buffer.concat([kept, Buffer.from("[alias]\n\ta = !evil\n")]));
  expect(await disarmGitConfig(path)).toEqual(["alias.a"]);
  expect(readFileSync(path).subarray(0, kept.length)).toEqual(kept);
});
