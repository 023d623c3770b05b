import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inDirectory } from "../../../../src/core/files/pinned-directory.ts";
import { Quarantine } from "../../../../src/core/sandbox/guard/quarantine.ts";
import { listQuarantined } from "../../../../src/core/sandbox/guard/quarantine-record.ts";
import { NameWatch } from "../../../../src/core/sandbox/guard/search/name-watch.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("what is taken away is moved and told of once, however often it came; many times without a rest is stubborn", () => {
  const [workspace, directory] = [tempDir(), join(tempDir(), "quarantine")];
  const quarantine = new Quarantine(workspace, directory);
  const path = join(workspace, ".mcp.json");
  const take = (times: number): string[] =>
    Array.from({ length: times }, (_, time) => {
      writeFileSync(path, String(time));
      return quarantine.takeAway(path, "why");
    });
  expect(new Set(take(49))).toEqual(new Set(["taken"]));
  expect(take(1)).toEqual(["stubborn"]);
  const [notice = "", ...more] = quarantine.takeNotices();
  expect(notice).toMatch(
    /^the sandbox took away .mcp.json \(50 times\): why. The user has it back with: nacre restore --quarantine \w{8} --state-dir /,
  );
  expect([more, quarantine.takeNotices()]).toEqual([[], []]);
  const [last, ...others] = listQuarantined(directory).filter(({ id }) => notice.includes(id));
  expect([readFileSync(last?.kept ?? "", "utf8"), others]).toEqual(["0", []]);
  expect(listQuarantined(directory)).toHaveLength(50);
  quarantine.forgive();
  expect(take(1)).toEqual(["taken"]);
});

test("what a link leads to is not taken away, and that is said; what is gone already is no trouble", () => {
  const [workspace, other, directory] = [tempDir(), tempDir(), join(tempDir(), "quarantine")];
  const quarantine = new Quarantine(workspace, directory);
  writeFileSync(join(other, ".mcp.json"), "");
  symlinkSync(other, join(workspace, "sub"));
  quarantine.takeAway(join(workspace, "sub", ".mcp.json"), "why");
  quarantine.takeAway(join(workspace, ".envrc"), "why");
  expect(readdirSync(directory)).toEqual([]);
  expect(quarantine.takeNotices()).toEqual([
    "the sandbox did not take away sub/.mcp.json, because a link leads there: why",
  ]);
  expect(readdirSync(other)).toEqual([".mcp.json"]);
});

test("where there can be no quarantine, what is taken away stays beside its old name", () => {
  const workspace = tempDir();
  const quarantine = new Quarantine(workspace, "/proc/nacre-state/quarantine");
  writeFileSync(join(workspace, ".envrc"), "");
  expect(quarantine.takeAway(join(workspace, ".envrc"), "why")).toBe("taken");
  expect(readdirSync(workspace)).toEqual([expect.stringMatching(/^\.envrc\.taken-/)]);
});

test("a directory is held by what it is: through a link, or when it is gone, nothing is done", async () => {
  const root = tempDir();
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "link"));
  const list = (path: string): string[] | undefined => inDirectory(path, (held) => readdirSync(held));
  writeFileSync(join(root, "real", "x"), "");
  expect([list(join(root, "real")), list(join(root, "link")), list(join(root, "gone"))]).toEqual([
    ["x"],
    undefined,
    undefined,
  ]);
  const open = (): number => readdirSync("/proc/self/fd").length;
  const before = open();
  expect(() => inDirectory(root, () => JSON.parse("nonsense"))).toThrow();
  await expect(inDirectory(root, (held) => Promise.resolve(readdirSync(held)))).resolves.toEqual(["link", "real"]);
  await expect(inDirectory(root, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(open()).toBe(before);
});

test("names are told of where a watch can be had, and no more once it is closed", async () => {
  const root = tempDir();
  const seen: string[] = [];
  const watch = new NameWatch((path) => seen.push(path));
  watch.add(root, ["a"]);
  watch.add(root, ["b"]);
  watch.add(join(root, "gone"), ["a"]);
  for (const name of ["b", "a"]) writeFileSync(join(root, name), "");
  await waitUntil("the name", () => seen.length > 0);
  expect(new Set(seen)).toEqual(new Set([join(root, "a")]));
  watch.close();
});
