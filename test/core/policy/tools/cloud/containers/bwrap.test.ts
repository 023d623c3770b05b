import { expect, test } from "vitest";
import { bwrap } from "../../../../../../src/core/policy/tools/cloud/containers/bwrap.ts";
import { acts, runs, writes } from "../../../../../../src/core/policy/tools/effect.ts";
import { callOf } from "../../../../../support/tool-call.ts";

test("bwrap runs the words that belong to no option", () => {
  expect(bwrap(callOf("bwrap --ro-bind / / --unshare-net --chdir /w ls a"))).toEqual([runs(["ls", "a"])]);
  expect(bwrap(callOf("bwrap --setenv A b -- ls -l"))).toEqual([runs(["ls", "-l"])]);
});

test("a place that is mounted to write is judged", () => {
  expect(bwrap(callOf("bwrap --bind /etc /etc ls"))).toEqual([acts("container-escape", "/etc"), runs(["ls"])]);
  expect(bwrap(callOf("bwrap --bind ./out /out ls"))).toEqual([writes("./out/mounted"), runs(["ls"])]);
});

test("bwrap without a command runs nothing", () => {
  expect(bwrap(callOf("bwrap --ro-bind / /"))).toEqual([]);
});
