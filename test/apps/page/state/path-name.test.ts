import { expect, test } from "vitest";
import { basename } from "../../../../src/apps/page/state/path-name.ts";

test("the last name of a path is its name", () => {
  expect(["/a/b", "/a/b/", "b", "/"].map(basename)).toEqual(["b", "b", "b", "/"]);
});
