import { expect, test } from "vitest";
import { prints } from "../../../../../src/core/policy/tools/effect.ts";
import { mktemp, rmdir, tee } from "../../../../../src/core/policy/tools/files/made-paths.ts";
import { NAME } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("rmdir takes a directory away, with -p the first one above it", () => {
  expect(rmdir(callOf("rmdir /srv/a"))).toEqual([{ kind: "deletes", path: "/srv/a", recursive: false }]);
  expect(rmdir(callOf("rmdir -p /srv/a"))).toEqual([{ kind: "deletes", path: "/srv", recursive: false }]);
});

test.each(["rmdir build", 'rmdir "$X"', "rmdir -p a/b"])("%s can lose nothing", (call) => {
  expect(rmdir(callOf(call))).toEqual([]);
});

test("tee writes what comes in to each file and hands it on", () => {
  expect(tee(callOf("tee -a a b", "text"))).toEqual([
    { kind: "writes", path: "a", content: "text", append: true },
    { kind: "writes", path: "b", content: "text", append: true },
    prints("text"),
  ]);
  expect(tee(callOf("tee a", ""))[0]).toMatchObject({ append: false });
});

test.each([
  ["mktemp", [prints(`/tmp/tmp.${NAME}`)]],
  ["mktemp a.XXXX", [prints(`/tmp/a.${NAME}`)]],
  ["mktemp lib/a.XXXX", [{ kind: "creates", path: "lib/a.XXXX" }, prints(`lib/a.${NAME}`)]],
  ["mktemp -p lib a.XXXX", [{ kind: "creates", path: "lib" }, prints(`lib/a.${NAME}`)]],
])("%s prints a new name", (line, effects) => {
  expect(mktemp(callOf(line))).toEqual(effects);
});
