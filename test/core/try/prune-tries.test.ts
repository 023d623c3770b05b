import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRY_KEPT_MS } from "../../../src/core/base/limits/try-limits.ts";
import { pruneTries } from "../../../src/core/try/prune-tries.ts";
import { triesOf, writeRecord } from "../../../src/core/try/try-record.ts";
import { tryGround } from "../../support/tried.ts";

test("old tries that nothing runs in go, others stay", async () => {
  const { stateDir, run, left } = tryGround({ a: "a" });
  const [old, running] = [await run("echo 1 > b"), await run("echo 2 > b")];
  const later = old.startedAt + TRY_KEPT_MS + 60_000;
  writeRecord(stateDir, { ...old, isOpen: false });
  pruneTries(stateDir);
  expect(left()).toHaveLength(2);
  pruneTries(stateDir, later);
  expect(left()).toEqual([running.id]);
});

test("what a crash left without a record goes after a while", () => {
  const { stateDir, left } = tryGround();
  const place = join(triesOf(stateDir), "try_00000000");
  mkdirSync(place, { recursive: true });
  pruneTries(stateDir);
  expect(left()).toEqual(["try_00000000"]);
  utimesSync(place, 0, 0);
  pruneTries(stateDir);
  expect(left()).toEqual([]);
});
