import { expect, test } from "vitest";
import { copies } from "../../../../../src/core/policy/tools/cloud/object-copies.ts";
import { acts, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { callOf } from "../../../../support/tool-call.ts";

const copy = copies({ store: "s3://", takes: "--acl:", behind: 1 });
const sweeps = (path: string): unknown => ({ kind: "reads", path, recursive: true });

test("what goes to the store is read", () => {
  expect(copy(callOf("s3 cp --acl x src s3://b"))).toEqual([sweeps("src"), acts("change-remote")]);
});

test("what comes in and goes to the store leaks", () => {
  expect(copy(callOf("s3 cp - s3://b", "text"))).toContainEqual(acts("leak"));
});

test("what comes from the store is written", () => {
  expect(copy(callOf("s3 cp s3://b out"))).toEqual([acts("network"), writes("out")]);
});

test("a copy inside the store reads nothing here", () => {
  expect(copy(callOf("s3 cp s3://a s3://b"))).toEqual([acts("change-remote")]);
});
