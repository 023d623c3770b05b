import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  askToEnd,
  createTryId,
  holdOf,
  isAskedToEnd,
  isRunningTry,
  listRecords,
  placesOf,
  readRecord,
  removeTry,
  triesOf,
  writeRecord,
  writeWhole,
} from "../../../src/core/try/try-record.ts";
import { tryGround } from "../../support/tried.ts";

test("a record is found by its id, and gone with its try", async () => {
  const { stateDir, run } = tryGround({ a: "a" });
  const record = await run("echo x > b");
  expect(readRecord(stateDir, record.id)).toEqual(record);
  expect(listRecords(stateDir)).toEqual([record]);
  expect(holdOf(stateDir, record)).toBe(placesOf(stateDir, record.id).upper);
  expect(removeTry(stateDir, record.id)).toBe(true);
  expect(existsSync(placesOf(stateDir, record.id).top)).toBe(false);
  expect(listRecords(stateDir)).toEqual([]);
});

test("no other path is read as one", () => {
  const { stateDir } = tryGround();
  mkdirSync(join(triesOf(stateDir), "x"), { recursive: true });
  writeWhole(join(triesOf(stateDir), "x/record.json"), { id: "../x" });
  expect(readRecord(stateDir, "../x")).toBeUndefined();
  expect(readRecord(stateDir, createTryId())).toBeUndefined();
});

test("a try runs as long as its host says so, and can be asked to end", async () => {
  const { stateDir, run } = tryGround({ a: "a" });
  const record = await run("true");
  expect(isRunningTry(record)).toBe(true);
  expect(isRunningTry({ ...record, isOpen: false })).toBe(false);
  expect(isRunningTry({ ...record, host: { ...record.host, startTime: "0" } })).toBe(false);
  writeRecord(stateDir, record);
  expect(isAskedToEnd(stateDir, record.id)).toBe(false);
  askToEnd(stateDir, record.id);
  expect(isAskedToEnd(stateDir, record.id)).toBe(true);
});
