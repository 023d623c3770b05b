import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disarmGitConfig } from "../../../../src/core/sandbox/guard/disarm-git-config.ts";
import { tempDir } from "../../../support/temp-dir.ts";

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
