import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../../src/core/base/slices.ts";
import { UserGitConfigs } from "../../../../../src/core/sandbox/guard/git/user-git-configs.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

const EARLIER = "[core]\n\tpager = less\n";

/** A repository of the user's whose configuration is remembered. */
function remembered() {
  const workspace = tempDir();
  mkdirSync(join(workspace, ".git"));
  const path = join(workspace, ".git", "config");
  writeFileSync(path, EARLIER);
  const configs = new UserGitConfigs();
  configs.remember(path);
  const disarm = (): Promise<readonly string[]> => configs.disarm(workspace, () => undefined);
  return { configs, workspace, path, disarm };
}

test("a configuration that is not remembered is no concern", () => {
  const { configs, path } = remembered();
  expect([configs.onReplaced(`${path}.worktree`, false), configs.onReplaced(path, false)]).toEqual([false, true]);
});

test("what came while something ran is switched off; what was there stays", async () => {
  const { configs, path, workspace, disarm } = remembered();
  writeFileSync(path, `${EARLIER}\tfsmonitor = ./run-me\n\tbare = false\n`);
  configs.onReplaced(path, false);
  expect((await disarm()).join()).toMatch(/switched off core\.fsmonitor in \.git\/config/);
  const text = readFileSync(path, "utf8");
  expect([/pager = less/, /bare = false/, /run-me/].map((part) => part.test(text))).toEqual([true, true, false]);
  expect(readdirSync(join(workspace, ".git"))).toEqual(["config"]);
  expect(await disarm()).toEqual([]);
});

test("what came while nothing ran is the user's", async () => {
  const { configs, path, disarm } = remembered();
  const text = `${EARLIER}\tfsmonitor = ./mine\n`;
  writeFileSync(path, text);
  configs.onReplaced(path, true);
  expect([await disarm(), readFileSync(path, "utf8")]).toEqual([[], text]);
});

test("one that was taken away is put back as it was", async () => {
  const { configs, path, disarm } = remembered();
  rmSync(path);
  configs.onReplaced(path, false);
  expect((await disarm()).join()).toMatch(/put \.git\/config back as it was/);
  expect(readFileSync(path, "utf8")).toBe(EARLIER);
});

test("work that writes into one again and again is ended", async () => {
  const { configs, path, workspace } = remembered();
  let ended = 0;
  for (let time = 0; time < 50; time += 1) {
    configs.onReplaced(path, false);
    await configs.disarm(workspace, () => {
      ended += 1;
    });
  }
  expect(ended).toBe(1);
});

test("one that says something else is in doubt until it was looked into, unless nothing ran", async () => {
  const { configs, path, disarm } = remembered();
  const look = (isIdle: boolean): boolean => doAtOnce(configs.look(isIdle, () => true));
  expect(look(false)).toBe(false);
  writeFileSync(path, `${EARLIER}\tfsmonitor = ./mine\n`);
  expect([look(true), await disarm()]).toEqual([false, []]);
  writeFileSync(path, `${EARLIER}\tfsmonitor = ./mine\n\teditor = evil\n`);
  expect([look(false), look(true)]).toEqual([true, true]);
  expect((await disarm()).join()).toMatch(/switched off core\.editor in/);
  expect([readFileSync(path, "utf8"), look(false)]).toEqual([`${EARLIER}\tfsmonitor = ./mine\n`, false]);
  writeFileSync(path, `${EARLIER}\tbare = false\n`);
  expect([look(false), await disarm(), look(false)]).toEqual([true, [], false]);
  expect(doAtOnce(configs.look(false, () => false))).toBe(false);
});
