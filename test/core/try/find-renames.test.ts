import { expect, test } from "vitest";
import { differencesOf, triedChanges } from "../../../src/core/try/tried-changes.ts";
import { tryGround } from "../../support/tried.ts";

const FILES = { a: "one\n", "d/b": "two\n", "d/e/c": "three\n", empty: "" };

test("a file and a directory that moved are renamed, whatever the kernel did for it", async () => {
  const { stateDir, run, told } = tryGround(FILES);
  const record = await run("mv a z; mkdir in; mv d in/d");
  expect(await told(record)).toEqual(["added in", "renamed d in/d", "renamed a z"]);
  const { changes } = await triedChanges(stateDir, record);
  expect(differencesOf(stateDir, record, changes)).toEqual([expect.stringContaining("d became in/d by copying")]);
});

test("what changed on its way, or is empty, is a deletion and an addition", async () => {
  const { run, told } = tryGround(FILES);
  const record = await run("mv a z; echo more >> z; mv empty nothing");
  expect(await told(record)).toEqual(["deleted a", "deleted empty", "added nothing", "added z"]);
});
