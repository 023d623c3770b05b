import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BrowserSignIns } from "../../../../src/apps/server/page/browser-sign-ins.ts";
import { SIGN_INS } from "../../../../src/core/base/limits.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const filesIn = (stateDir: string): string[] =>
  readdirSync(join(stateDir, "page", "browsers")).map((name) => join(stateDir, "page", "browsers", name));

test("a browser is known by its cookie and its own key, in any server of the state directory", () => {
  const stateDir = tempDir();
  const signIns = new BrowserSignIns(stateDir);
  const [one, two] = [signIns.add(), signIns.add()];
  const other = new BrowserSignIns(stateDir);
  expect([other.holds(one), other.holds(two), other.hasCookie(one.cookie)]).toEqual([true, true, true]);
  expect([other.holds({ ...one, key: two.key }), other.holds({ ...one, key: "" }), other.hasCookie(one.key)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("neither secret is on disk", () => {
  const stateDir = tempDir();
  const { cookie, key } = new BrowserSignIns(stateDir).add();
  for (const path of filesIn(stateDir)) {
    const all = path + readFileSync(path, "utf8");
    expect([all.includes(cookie), all.includes(key)]).toEqual([false, false]);
  }
});

test("a sign-in ends when it is removed, too old, or a file that others could have written", () => {
  const stateDir = tempDir();
  const signIns = new BrowserSignIns(stateDir);
  const removed = signIns.add();
  signIns.remove(removed.cookie);
  expect(signIns.holds(removed)).toBe(false);
  const old = signIns.add();
  const [path = ""] = filesIn(stateDir);
  const said = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...said, until: Date.now() - 1 }));
  expect(signIns.holds(old)).toBe(false);
  writeFileSync(path, JSON.stringify(said));
  expect(signIns.holds(old)).toBe(true);
  chmodSync(path, 0o644);
  expect(signIns.holds(old)).toBe(false);
});

test("there is room for a number of browsers; one more takes the place of the oldest", () => {
  const stateDir = tempDir();
  const signIns = new BrowserSignIns(stateDir);
  for (let at = 0; at < SIGN_INS + 3; at += 1) signIns.add();
  expect(filesIn(stateDir).length).toBe(SIGN_INS);
  expect(signIns.removeAll()).toBe(SIGN_INS);
});
