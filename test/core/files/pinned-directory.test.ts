import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdDirectory, inDirectory } from "../../../src/core/files/pinned-directory.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A directory, a link to it, a path through a link, a file. */
function tree(): { dir: string; real: string } {
  const dir = tempDir();
  mkdirSync(join(dir, "real", "inner"), { recursive: true });
  symlinkSync("real", join(dir, "link"));
  writeFileSync(join(dir, "file"), "");
  return { dir, real: join(dir, "real") };
}

test("what is done in a directory is done there, though its name is another's by then", () => {
  const { dir, real } = tree();
  const done = inDirectory(real, (held) => {
    renameSync(real, join(dir, "moved"));
    mkdirSync(real);
    writeFileSync(join(held, "new"), "");
    return "done";
  });
  expect([done, readdirSync(join(dir, "moved")), readdirSync(real)]).toEqual(["done", ["inner", "new"], []]);
});

test.each(["link", "link/inner", "file", "none"])(
  "nothing is done in %s, which is no directory of that name",
  (name) => {
    let isDone = false;
    const done = inDirectory(join(tree().dir, name), () => {
      isDone = true;
    });
    expect([done, isDone]).toEqual([undefined, false]);
  },
);

test("the path is good until work that takes its time is done, and no longer", async () => {
  let path = "";
  const isThere = await inDirectory(tree().real, async (held) => {
    path = held;
    await Promise.resolve();
    return existsSync(held);
  });
  expect([isThere, existsSync(path)]).toEqual([true, false]);
});

test("the path is not good any more when the work has failed", () => {
  let path = "";
  const fail = (held: string): never => {
    path = held;
    throw new Error("on purpose");
  };
  expect(() => inDirectory(tree().real, fail)).toThrow("on purpose");
  expect(existsSync(path)).toBe(false);
});

test("a held directory is reached wherever it is moved; links above it are followed", async () => {
  const { dir } = tree();
  const held = await holdDirectory(join(dir, "link", "inner"));
  onTestFinished(() => held?.close());
  renameSync(join(dir, "real", "inner"), join(dir, "moved"));
  writeFileSync(join(held?.path ?? "", "new"), "");
  expect(readdirSync(join(dir, "moved"))).toEqual(["new"]);
});

test.each(["link", "file", "none"])("%s is not held", async (name) => {
  expect(await holdDirectory(join(tree().dir, name))).toBeUndefined();
});
