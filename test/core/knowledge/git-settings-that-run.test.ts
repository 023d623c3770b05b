import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { disarmGitConfig } from "../../../src/core/sandbox/guard/git/disarm-git-config.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string): string => judge(command, PLACE).decision;

/** Settings whose value git runs, or obeys, and the value that a test plants there. */
const RUNNING: readonly (readonly [string, string])[] = [
  ["tar.x.command", "/tmp/evil"],
  ["tar.tar.gz.command", "/tmp/evil"],
  ["hook.x.command", "/tmp/evil"],
  ["gpg.ssh.defaultKeyCommand", "/tmp/evil"],
  ["gpg.ssh.program", "/tmp/evil"],
  ["lfs.standalonetransferagent", "evil"],
  ["lfs.customtransfer.x.path", "/tmp/evil"],
  ["lfs.extension.x.clean", "/tmp/evil"],
  ["core.gitProxy", "/tmp/evil"],
  ["core.pager", "/tmp/evil"],
  ["core.fsmonitor", "/tmp/evil"],
  ["core.hooksPath", "/tmp/evil"],
  ["core.attributesFile", "/tmp/evil"],
  ["diff.x.textconv", "/tmp/evil"],
  ["merge.x.driver", "/tmp/evil"],
  ["filter.x.clean", "/tmp/evil"],
  ["filter.lfs.clean", "git-lfs clean; /tmp/evil"],
  ["credential.https://example.org.helper", "/tmp/evil"],
  ["includeIf.gitdir:/x.path", "/tmp/evil"],
  ["init.templateDir", "/tmp/evil"],
  ["help.browser", "/tmp/evil"],
  ["svn.authorsProg", "/tmp/evil"],
  ["submodule.x.update", "!/tmp/evil"],
  ["remote.origin.uploadpack", "/tmp/evil"],
  ["protocol.ext.allow", "always"],
];

/** The first is judged with the command that reads it, the last is only asked about when it lasts. */
const ONCE = RUNNING.filter(([key]) => !key.startsWith("protocol."));
test.each(ONCE)("the policy does not let git run with -c %s", (key, value) => {
  expect(decisionOf(`git -c '${key}=${value}' archive --format=x HEAD`)).not.toBe("allow");
});
test.each(RUNNING)("nor be told to keep %s", (key, value) => {
  expect(decisionOf(`git config '${key}' '${value}'`)).not.toBe("allow");
  expect(decisionOf(`git config --global '${key}' '${value}'`)).not.toBe("allow");
});
test.each(RUNNING)("nor find %s in its environment", (key, value) => {
  const command = `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0='${key}' GIT_CONFIG_VALUE_0='${value}' git status`;
  expect(decisionOf(command)).not.toBe("allow");
});

test.each(RUNNING)("the sandbox takes %s out of a repository that a command made", async (key, value) => {
  const directory = mkdtempSync(join(tmpdir(), "nacre-git-settings-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "config");
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  const section = first === last ? key.slice(0, first) : `${key.slice(0, first)} "${key.slice(first + 1, last)}"`;
  writeFileSync(path, `[user]\n\tname = A\n[${section}]\n\t${key.slice(last + 1)} = "${value}"\n`);
  expect(await disarmGitConfig(path)).toHaveLength(1);
  expect(readFileSync(path, "utf8")).not.toContain("evil");
});

test.each([
  "git -c core.pager=cat log",
  "git -c user.name=x commit -m x",
  "git -c core.editor=true rebase --continue",
  "git config merge.tool p4merge",
  "git config diff.tool meld",
  "git -c filter.lfs.smudge='git-lfs smudge --skip -- %f' status",
  "git config tar.umask 002",
  "git config lfs.concurrenttransfers 8",
  "git config gpg.format ssh",
  "git config remote.origin.url https://github.com/a/b",
  "git config alias.st status",
])("ordinary settings stay allowed: %s", (command) => expect(decisionOf(command)).toBe("allow"));
