import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { openTry } from "../../../src/core/try/open-try.ts";
import { placesOf } from "../../../src/core/try/try-record.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { runInTry, tryGround } from "../../support/tried.ts";

test("reads see the workspace as it is, writes stay beside it, and its rights are its own", async () => {
  const { workspace, stateDir } = tryGround({ a: "one\n" });
  const open = await openTry({ stateDir, workspace, limits: limitsOf() });
  expect(open.record.basis).toBe("overlay");
  expect(runInTry(open, "cat a; echo two > a; cat a; stat -c %a .")).toMatch(/^one\ntwo\n7\d\d\n$/);
  await open.close();
  expect(readdirSync(placesOf(stateDir, open.record.id).top).toSorted()).toEqual([
    "merged",
    "record.json",
    "renames",
    "stamp",
    "upper",
  ]);
});

test("a state directory in the workspace is refused, and nothing is left", async () => {
  const workspace = tempDir();
  const stateDir = join(workspace, "state");
  mkdirSync(stateDir);
  await expect(openTry({ stateDir, workspace, limits: limitsOf() })).rejects.toMatchObject({
    code: "TRY_UNAVAILABLE",
    message: expect.stringContaining("--state-dir"),
  });
});
