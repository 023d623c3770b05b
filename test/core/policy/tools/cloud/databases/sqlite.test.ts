import { expect, test } from "vitest";
import { sqlite } from "../../../../../../src/core/policy/tools/cloud/databases/sqlite.ts";
import { acts, reads, shell, writes } from "../../../../../../src/core/policy/tools/effect.ts";
import { callOf } from "../../../../../support/tool-call.ts";

test("a statement that asks reads the file, one that changes writes it", () => {
  expect(sqlite(callOf(["sqlite3", "a.db", "select 1"]))).toEqual([reads("a.db")]);
  expect(sqlite(callOf(["sqlite3", "a.db", "insert into t values (1)"]))).toEqual([reads("a.db"), writes("a.db")]);
});

test("statements may also come in, or stand behind -cmd", () => {
  expect(sqlite(callOf("sqlite3 a.db", "DROP TABLE t;"))).toEqual([
    reads("a.db"),
    writes("a.db"),
    acts("destroy-remote"),
  ]);
  expect(sqlite(callOf(["sqlite3", "-cmd", ".shell ls", "a.db"]))).toEqual([reads("a.db"), shell("ls")]);
});

test("the value of an option is not the database", () => {
  expect(sqlite(callOf("sqlite3 -separator x a.db"))).toEqual([reads("a.db")]);
});
