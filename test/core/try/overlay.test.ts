import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFile } from "../../../src/core/process/run-file.ts";
import { NoOverlay, openOverlay } from "../../../src/core/try/overlay.ts";
import { tempDir } from "../../support/temp-dir.ts";

function places(): Record<"lower" | "upper" | "work" | "merged", string> {
  const top = join(tempDir(), "odd, name: \\here");
  const at = (name: string): string => join(top, name);
  mkdirSync(top);
  for (const name of ["lower", "upper", "work", "merged"]) mkdirSync(at(name));
  return { lower: at("lower"), upper: at("upper"), work: at("work"), merged: at("merged") };
}

test("what is written in an overlay lands in its upper directory, whatever the paths are called", async () => {
  const where = places();
  writeFileSync(join(where.lower, "a"), "old");
  const overlay = await openOverlay(where);
  const plan = {
    file: "/bin/sh",
    args: ["-c", 'cat "$1/a"; echo new > "$1/b"; rm "$1/a"', "sh", where.merged],
    cwd: "/",
    env: {},
  };
  const { stdout, stderr } = await runFile(overlay.enter(plan));
  expect({ stdout, stderr }).toEqual({ stdout: "old", stderr: "" });
  expect(readdirSync(where.lower)).toEqual(["a"]);
  expect(readdirSync(where.upper)).toEqual(["a", "b"]);
  expect(readdirSync(where.merged)).toEqual([]);
  await overlay.close();
  expect(() => overlay.enter(plan)).toThrow("has ended");
});

test("where there can be none, the reason is told with what helps", async () => {
  const where = places();
  const problem = await openOverlay({ ...where, work: join(where.work, "missing") }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(NoOverlay);
  expect(problem).toMatchObject({
    message: expect.stringContaining("No such file"),
    fix: expect.stringContaining("5.11"),
  });
});
