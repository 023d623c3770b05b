import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Quarantine } from "../../../../src/core/sandbox/guard/quarantine.ts";
import { isRestored, listQuarantined, quarantineOf } from "../../../../src/core/sandbox/guard/quarantine-record.ts";
import { restoreQuarantined } from "../../../../src/core/sandbox/guard/restore-quarantined.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A workspace from which `name` was taken away. */
function taken(name: string, make: (path: string) => void) {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  const path = join(workspace, name);
  make(path);
  new Quarantine(workspace, quarantineOf(stateDir)).takeAway(path, "why");
  const [item] = listQuarantined(quarantineOf(stateDir));
  if (item === undefined) throw new Error("not taken away");
  return { workspace, stateDir, path, item };
}

const file = (path: string): void => writeFileSync(path, "text", { mode: 0o640 });

function directory(path: string): void {
  mkdirSync(path, { mode: 0o750 });
  writeFileSync(join(path, "tasks.json"), "{}");
}

test.each<[string, (path: string) => void, (path: string) => unknown, unknown]>([
  ["a file", file, (path) => [readFileSync(path, "utf8"), lstatSync(path).mode & 0o777], ["text", 0o640]],
  ["a directory", directory, (path) => [readdirSync(path), lstatSync(path).mode & 0o777], [["tasks.json"], 0o750]],
  ["a link", (path) => symlinkSync("/nowhere", path), (path) => lstatSync(path).isSymbolicLink(), true],
])("%s is put back as it was, is the user's from then on, and is no longer kept", (_, make, look, was) => {
  const { stateDir, path, item } = taken(".vscode", make);
  expect(existsSync(path)).toBe(false);
  expect(restoreQuarantined(item.id, stateDir)).toEqual({ item });
  expect(look(path)).toEqual(was);
  expect(isRestored(quarantineOf(stateDir), path)).toBe(true);
  expect(listQuarantined(quarantineOf(stateDir))).toEqual([]);
  expect(restoreQuarantined(item.id, stateDir)).toBeUndefined();
});

test("what is put back is never taken away again; what has its name later is", () => {
  const { workspace, stateDir, path, item } = taken(".envrc", file);
  restoreQuarantined(item.id, stateDir);
  expect(isRestored(quarantineOf(stateDir), path)).toBe(true);
  renameSync(path, join(workspace, "other"));
  file(path);
  expect([path, join(workspace, "other")].map((one) => isRestored(quarantineOf(stateDir), one))).toEqual([
    false,
    false,
  ]);
});

test.each<[string, (path: string) => void, (path: string) => void]>([
  ["a file over a file", file, file],
  ["a file over a directory", file, directory],
  ["a file over a link that leads nowhere", file, (path) => symlinkSync("/nowhere", path)],
  ["a directory over a file", directory, file],
  ["a directory over an empty one", directory, (path) => mkdirSync(path)],
  ["a directory over a link to one", directory, (path) => symlinkSync(tempDir(), path)],
])("%s: nothing is written over what stands there, and what was taken stays kept", (_, make, stand) => {
  const { stateDir, path, item } = taken(".vscode", make);
  stand(path);
  const before = lstatSync(path).ino;
  expect(restoreQuarantined(item.id, stateDir)).toEqual({
    item,
    problem: expect.stringContaining(`something stands at ${path}`),
  });
  expect(lstatSync(path).ino).toBe(before);
  expect(listQuarantined(quarantineOf(stateDir))).toEqual([item]);
  expect(isRestored(quarantineOf(stateDir), path)).toBe(false);
});

test("nothing is put through a link, nor where the directory is gone", () => {
  const outside = tempDir();
  const { workspace, stateDir, item } = taken("sub/.envrc", (path) => {
    mkdirSync(join(path, ".."));
    file(path);
  });
  const problem = expect.stringContaining(`${join(workspace, "sub")} is no directory any more, or a link leads there`);
  rmSync(join(workspace, "sub"), { recursive: true });
  expect(restoreQuarantined(item.id, stateDir)).toEqual({ item, problem });
  symlinkSync(outside, join(workspace, "sub"));
  expect(restoreQuarantined(item.id, stateDir)).toEqual({ item, problem });
  expect(readdirSync(outside)).toEqual([]);
});

test("what stayed beside its old name is put back only if it is still the same file", () => {
  const { stateDir, path, item } = taken(".envrc", file);
  const beside = `${path}.taken-${item.id}`;
  renameSync(item.kept, beside);
  const record = join(quarantineOf(stateDir), item.id, "record.json");
  writeFileSync(record, JSON.stringify({ ...item, kept: beside }));
  renameSync(beside, `${beside}-true`);
  writeFileSync(beside, "a command's");
  expect(restoreQuarantined(item.id, stateDir)).toBeUndefined();
  renameSync(`${beside}-true`, beside);
  expect(restoreQuarantined(item.id, stateDir)?.problem).toBeUndefined();
  expect(readFileSync(path, "utf8")).toBe("text");
});

test.each(["", "..", "../x", "restored", "ffffffff", "record.json"])("%j is no id of anything", (id) => {
  const { stateDir } = taken(".envrc", file);
  expect(restoreQuarantined(id, stateDir)).toBeUndefined();
});
