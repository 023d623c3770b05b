import { expect, test } from "vitest";
import { scriptsIn } from "../../../../src/core/policy/code/package-scripts.ts";

const MANIFEST = JSON.stringify({
  scripts: { prebuild: "a", build: "b", postbuild: "c", prepare: "d", test: ["e", "f"], odd: 1 },
});

test.each([
  ["build", ["a", "b", "c"]],
  ["test", ["e", "f"]],
  ["odd", []],
  ["none", []],
  [undefined, ["d"]],
])("the script %s runs %s", (script, texts) => expect(scriptsIn(MANIFEST, script)).toEqual(texts));

test.each(["", "{", "[]", '{"scripts": 1}'])("a manifest without scripts runs none: %s", (manifest) =>
  expect(scriptsIn(manifest, "build")).toEqual([]),
);
