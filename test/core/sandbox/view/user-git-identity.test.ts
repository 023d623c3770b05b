import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { createScratch } from "../../../../src/core/sandbox/view/private-directories.ts";
import { gitSettingsOf, writeGitSettings } from "../../../../src/core/sandbox/view/user-git-identity.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const homeWith = (name: string, text: string): string => {
  const home = tempDir();
  mkdirSync(join(home, ".config/git"), { recursive: true });
  writeFileSync(join(home, name), text);
  return home;
};

test("git settings are handed on from either place, with signing switched off", () => {
  expect(gitSettingsOf(tempDir())).toBeUndefined();
  for (const name of [".gitconfig", ".config/git/config"]) {
    const settings = gitSettingsOf(homeWith(name, "[user]\n\tname = A\n[alias]\n\tst = status\n"));
    expect(settings).toContain("st = status");
    expect(settings).toContain("[commit]\n\tgpgSign = false");
  }
});

/** The keys that git reads in what is shown of a file, with their values. */
const shownOf = (text: string): readonly string[] => {
  const file = join(tempDir(), "shown");
  writeFileSync(file, gitSettingsOf(homeWith(".gitconfig", text)) ?? "");
  return execFileSync("git", ["config", "--file", file, "--list"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .slice(0, -2);
};

test.each([
  ["[user]\n\tname = A # me\n\temail = a@example.org\n\tsigningKey = k\n", ["user.name=A", "user.email=a@example.org"]],
  [
    "[alias]\n\tst = status\n\tlg = log --graph --pretty=format:'%h %an'\n",
    ["alias.st=status", "alias.lg=log --graph --pretty=format:'%h %an'"],
  ],
  ['[alias]\n\tmine = log \\\n--author=me\n\tx = !sh -c x\n\ty = "!sh"\n', ["alias.mine=log --author=me"]],
  ["[alias]\n\tf = -c http.extraHeader=canary fetch\n\tg = fetch https://u:canary@example.org\n", []],
  ["[alias]\n\th = log ghp0123456789canary0123\n", []],
  ["[pull] rebase = true\n[init]\n\tdefaultBranch = main\n", ["pull.rebase=true", "init.defaultbranch=main"]],
  [
    "[http]\n\textraHeader = Authorization: canary\n\tproxy = http://u:canary@proxy.example.org:80\n",
    ["http.proxy=http://proxy.example.org:80"],
  ],
  ["[sendemail]\n\tsmtpPass = canary\n[github]\n\ttoken = canary\n[tool]\n\tkey = canary\n", []],
  [
    '[url "https://u:canary@example.org"]\n\tinsteadOf = x\n[url "ssh://git@example.org/"]\n\tinsteadOf = https://example.org/\n',
    [],
  ],
  [
    "[core]\n\teditor = vim\n\thooksPath = /x\n\tautocrlf = input\n[credential]\n\thelper = store\n",
    ["core.autocrlf=input"],
  ],
  [
    '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = /bin/x\n\trequired = true\n',
    ["filter.lfs.clean=git-lfs clean -- %f", "filter.lfs.required=true"],
  ],
  ['[user "x"]\n\tname = canary\n', []],
])("of %j a command gets what is on the list", (text, shown) => {
  expect(shownOf(text)).toEqual(shown);
});

test("a link in the place of the machine's settings is not written through", () => {
  const scratch = createScratch(tempDir());
  const other = join(tempDir(), "other");
  writeFileSync(other, "untouched");
  mkdirSync(scratch.etc);
  symlinkSync(other, join(scratch.etc, "gitconfig"));
  writeGitSettings("[user]\n", scratch, limitsOf({ tempBytes: 1 }));
  expect(readFileSync(other, "utf8")).toBe("untouched");
  expect(readFileSync(join(scratch.etc, "gitconfig"), "utf8")).toContain("[user]");
});

test.runIf(hasBubblewrap).each([0, 8 * 1024 * 1024])(
  "a person who signs can commit, and settings of one's own can be made (tempBytes %i)",
  async (tempBytes) => {
    const person = createPerson({
      ".gitconfig": "[user]\n\tname = Ann\n\temail = a@example.org\n[commit]\n\tgpgSign = true\n",
    });
    const { run } = await openSandbox("workspace", { person, limits: { tempBytes } });
    const { stdout, stderr } = await run(
      "cd /tmp && git init -q r && cd r && git commit -q --allow-empty -m one && git config --global user.name Bob && git commit -q --allow-empty -m two && git log --format=%an",
    );
    expect({ stdout, stderr }).toEqual({ stdout: "Bob\nAnn\n", stderr: expect.not.stringMatching(/error|fatal/) });
  },
);
