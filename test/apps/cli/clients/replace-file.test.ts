import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFile, replaceFile } from "../../../../src/apps/cli/clients/replace-file.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a file is replaced with its mode, and each change keeps a copy of its own", () => {
  const dir = tempDir();
  const path = join(dir, "settings.json");
  writeFileSync(path, "one", { mode: 0o640 });
  chmodSync(path, 0o640);
  expect(replaceFile(findFile(path, undefined), "two")).toBe(`${path}.before-nacre`);
  expect(replaceFile(findFile(path, undefined), "three")).toBe(`${path}.before-nacre-2`);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(dir).toSorted()).toEqual([
    "settings.json",
    "settings.json.before-nacre",
    "settings.json.before-nacre-2",
  ]);
  expect(["", ".before-nacre", ".before-nacre-2"].map((end) => readFileSync(path + end, "utf8"))).toEqual([
    "three",
    "one",
    "two",
  ]);
});

test("a new file is made with its directories, and has no copy", () => {
  const path = join(tempDir(), "a", "b", "c.json");
  expect(replaceFile(findFile(path, undefined), "new")).toBe(undefined);
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("a link is followed and stays a link", () => {
  const [dir, elsewhere] = [tempDir(), tempDir()];
  writeFileSync(join(elsewhere, "real"), "one");
  symlinkSync(join(elsewhere, "real"), join(dir, "link"));
  const found = findFile(join(dir, "link"), undefined);
  expect(found).toEqual({ path: join(elsewhere, "real"), text: "one" });
  replaceFile(found, "two");
  expect(readFileSync(join(dir, "link"), "utf8")).toBe("two");
  expect(readdirSync(dir)).toEqual(["link"]);
});

test("a link that leads out of the project, or nowhere, is not followed", () => {
  const [project, elsewhere] = [tempDir(), tempDir()];
  writeFileSync(join(elsewhere, "real"), "one");
  symlinkSync(join(elsewhere, "real"), join(project, "out"));
  symlinkSync(elsewhere, join(project, "folder"));
  symlinkSync(join(elsewhere, "nothing"), join(project, "gone"));
  expect(() => findFile(join(project, "out"), project)).toThrow("leads out of the project");
  expect(() => findFile(join(project, "folder", "new.json"), project)).toThrow("leads out of the project");
  expect(() => findFile(join(project, "gone"), undefined)).toThrow("leads nowhere");
  expect(existsSync(join(elsewhere, "nothing"))).toBe(false);
});

test("a link inside the project is followed", () => {
  const project = tempDir();
  writeFileSync(join(project, "real"), "one");
  symlinkSync("real", join(project, "link"));
  expect(findFile(join(project, "link"), project).path).toBe(join(project, "real"));
});

test("a file that is read-only, no file, or behind a file is left as it is", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "file"), "one", { mode: 0o444 });
  mkdirSync(join(dir, "folder"));
  expect(() => findFile(join(dir, "file"), undefined)).toThrow("is read-only; it is left as it is");
  expect(() => findFile(join(dir, "folder"), undefined)).toThrow("is not a file");
  expect(() => findFile(join(dir, "file", "x"), undefined)).toThrow("its path leads through a file");
});

test("a file that changed since it was read is left as it is, and nothing is left beside it", () => {
  const dir = tempDir();
  const path = join(dir, "settings.json");
  writeFileSync(path, "one");
  const found = findFile(path, undefined);
  writeFileSync(path, "the client's own");
  expect(() => replaceFile(found, "two")).toThrow("was changed meanwhile");
  expect(readFileSync(path, "utf8")).toBe("the client's own");
  expect(readdirSync(dir)).toEqual(["settings.json"]);
});

test.skipIf(process.getuid?.() === 0)("a directory that cannot be written is a sentence", () => {
  const dir = tempDir();
  chmodSync(dir, 0o555);
  expect(() => replaceFile(findFile(join(dir, "x"), undefined), "y")).toThrow("cannot be written (permission denied)");
});
