import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecords, writeRecord } from "../../../../src/core/shell/background/shell-record.ts";
import { shellRecord } from "../../../support/shell-record.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("what is no record is passed over", () => {
  const dir = tempDir();
  writeRecord(dir, shellRecord("shell_1"));
  writeFileSync(join(dir, "half.json"), "{");
  writeFileSync(join(dir, "other.json"), '{"id":"x","status":"running"}');
  writeFileSync(join(dir, "unknown.json"), JSON.stringify({ ...shellRecord("shell_2"), status: "asleep" }));
  writeFileSync(join(dir, "note.txt"), "");
  symlinkSync("nowhere", join(dir, "gone.json"));
  expect([...readRecords(dir)].map(({ id }) => id)).toEqual(["shell_1"]);
  expect([...readRecords(join(dir, "gone"))]).toEqual([]);
  writeRecord(join(dir, "gone"), shellRecord("shell_3")); // a disk that refuses costs the record, nothing else
});
