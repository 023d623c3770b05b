import { expect, test } from "vitest";
import { sealPaths } from "../../../../src/core/sandbox/bubblewrap/seal-paths.ts";

test("in a sandbox that is over nothing is left to seal", async () => {
  expect(await sealPaths(2 ** 22, [{ path: "/w/.git", as: "fixed" }])).toEqual([]);
});
