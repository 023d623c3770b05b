import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  identityAt,
  keepRecord,
  listQuarantined,
  type Quarantined,
  readQuarantined,
} from "../../../../src/core/sandbox/guard/quarantine-record.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function kept(quarantine: string, id: string, takenAt: string): Quarantined {
  mkdirSync(join(quarantine, id));
  const place = join(quarantine, id, "kept");
  writeFileSync(place, id);
  const item = { id, path: "/work/.envrc", why: "why", takenAt, kept: place, identity: identityAt(place) ?? "" };
  expect(keepRecord(quarantine, item)).toBe(true);
  return item;
}

test("what is kept is listed, the newest first; records that are broken, or without what they tell of, are not", () => {
  const quarantine = tempDir();
  const older = kept(quarantine, "aaaaaaaa", "2026-01-01T00:00:00.000Z");
  const newer = kept(quarantine, "bbbbbbbb", "2026-02-01T00:00:00.000Z");
  mkdirSync(join(quarantine, "cccccccc"));
  writeFileSync(join(quarantine, "cccccccc", "record.json"), "{ not whole");
  mkdirSync(join(quarantine, "dddddddd"));
  writeFileSync(
    join(quarantine, "dddddddd", "record.json"),
    JSON.stringify({ ...newer, id: "dddddddd", kept: join(quarantine, "gone") }),
  );
  expect(listQuarantined(quarantine)).toEqual([newer, older]);
  expect(readQuarantined(quarantine, "cccccccc")).toBeUndefined();
});

test("where no record can be kept, that is said", () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  const item = { id: "aaaaaaaa", path: "/x", why: "", takenAt: "", kept: "/x", identity: "" };
  expect(keepRecord(file, item)).toBe(false);
  expect(existsSync(join(file, "aaaaaaaa"))).toBe(false);
});
