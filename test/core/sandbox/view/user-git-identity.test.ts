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
  expect(gitSettingsOf(homeWith(".gitconfig", '[url "ssh://git@example.org/"]\n\tx = y\n'))).toContain("x = y");
});

test.each([
  "[http]\n\textraHeader = Authorization: x\n",
  '[url "https://u:p@example.org"]\n\tx = y\n',
  '[url "https://x@example.org"]\n\tx = y\n',
  "[github]\n\ttoken = x\n",
])("of a file with a secret in it only the identity is handed on: %j", (secret) => {
  const text = `[user]\n\tname = A\n\temail = a@example.org\n\tsigningKey = k\n${secret}\tname = no\n`;
  expect(gitSettingsOf(homeWith(".gitconfig", text))).toMatch(
    /^\[user\]\n\tname = A\n\temail = a@example\.org\n\n\[commit\]/,
  );
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
