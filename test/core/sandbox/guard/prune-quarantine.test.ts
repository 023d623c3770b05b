import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pruneQuarantine } from "../../../../src/core/sandbox/guard/prune-quarantine.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const DAY = 24 * 60 * 60 * 1000;
const GENEROUS = { keptMs: DAY, bytes: 1e9, files: 1e6 };

/** Three that were taken away one after the other, each with some files of 8 KiB. */
async function quarantineOf(files: number): Promise<string> {
  const quarantine = tempDir();
  for (const id of ["aaaaaaaa", "bbbbbbbb", "cccccccc"]) {
    const kept = join(quarantine, id, "kept");
    mkdirSync(kept, { recursive: true });
    for (let file = 0; file < files; file++) writeFileSync(join(kept, String(file)), "x".repeat(8192));
    // The kernel's clock for file times ticks every few milliseconds.
    const since = Date.now();
    await waitUntil("another tick", () => Date.now() - since > 20);
  }
  return quarantine;
}

test("within the limits everything stays", async () => {
  const quarantine = await quarantineOf(2);
  await pruneQuarantine(quarantine, GENEROUS);
  expect(readdirSync(quarantine)).toHaveLength(3);
  await pruneQuarantine(quarantine);
  expect(readdirSync(quarantine)).toHaveLength(3);
});

test.each([
  ["bytes", { bytes: 60_000 }],
  ["files", { files: 11 }],
])("above the limit of %s the oldest goes", async (_, limit) => {
  const quarantine = await quarantineOf(4);
  await pruneQuarantine(quarantine, { ...GENEROUS, ...limit });
  expect(readdirSync(quarantine)).toEqual(["cccccccc"]);
});

test("what is too old goes, and with it the memory of what was put back", async () => {
  const quarantine = await quarantineOf(1);
  mkdirSync(join(quarantine, "restored"));
  writeFileSync(join(quarantine, "restored", "1-2-3"), "/work/.envrc");
  await pruneQuarantine(quarantine, GENEROUS);
  expect(readdirSync(join(quarantine, "restored"))).toEqual(["1-2-3"]);
  await pruneQuarantine(quarantine, { ...GENEROUS, keptMs: -DAY });
  expect([readdirSync(quarantine), readdirSync(join(quarantine, "restored"))]).toEqual([["restored"], []]);
});

test("a directory that a command closed goes too, and a quarantine that is not there is no trouble", async () => {
  const quarantine = await quarantineOf(1);
  chmodSync(join(quarantine, "aaaaaaaa", "kept"), 0);
  await pruneQuarantine(quarantine, { ...GENEROUS, keptMs: -DAY });
  expect(readdirSync(quarantine)).toEqual([]);
  await pruneQuarantine(join(quarantine, "none"));
});
