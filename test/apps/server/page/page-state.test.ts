import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageState, readState, writeState } from "../../../../src/apps/server/page/page-state.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("what was written is read, and nothing else is left beside it", () => {
  const dir = pageState(tempDir());
  writeState(join(dir, "a.json"), { one: 1 });
  writeState(join(dir, "a.json"), { two: 2 });
  expect([readState(join(dir, "a.json")), readdirSync(dir)]).toEqual([{ two: 2 }, ["a.json"]]);
});

test("a file that is missing, half written, a link, or open to others says nothing", () => {
  const dir = tempDir();
  const path = (name: string): string => join(dir, name);
  writeFileSync(path("half"), '{"a":', { mode: 0o600 });
  writeFileSync(path("list"), "[1]", { mode: 0o600 });
  writeFileSync(path("good"), "{}", { mode: 0o600 });
  writeFileSync(path("open"), "{}");
  chmodSync(path("open"), 0o644);
  symlinkSync(path("good"), path("link"));
  mkdirSync(path("directory"));
  for (const name of ["missing", "half", "list", "open", "link", "directory"]) {
    expect(readState(path(name)), name).toBeUndefined();
  }
});

test("where it cannot be written the error is thrown, and nothing is left", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "a.json", "in-the-way"), { recursive: true });
  expect(() => writeState(join(dir, "a.json"), {})).toThrow();
  expect(readdirSync(dir)).toEqual(["a.json"]);
});
