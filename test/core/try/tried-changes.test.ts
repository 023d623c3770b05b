import { linkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differencesOf, triedChanges } from "../../../src/core/try/tried-changes.ts";
import { writeRecord } from "../../../src/core/try/try-record.ts";
import { tryGround } from "../../support/tried.ts";

test("what was kept is no change any more", async () => {
  const { stateDir, run } = tryGround({ a: "a" });
  const record = await run("echo x >> a; echo b > b");
  const rest = { ...record, kept: ["a"] };
  writeRecord(stateDir, rest);
  const { changes } = await triedChanges(stateDir, rest);
  expect(changes).toMatchObject([{ path: "b", kind: "added", at: "b" }]);
});

test("a change under one of several names of a file is told to differ", async () => {
  const { workspace, stateDir, run } = tryGround({ a: "a" });
  linkSync(join(workspace, "a"), join(workspace, "b"));
  const record = await run("echo x >> a");
  const { changes } = await triedChanges(stateDir, record);
  expect(differencesOf(stateDir, record, changes)).toEqual([expect.stringContaining("a is one of 2 names of a file")]);
});
