import { expect, test } from "vitest";
import { canSeal, sealPaths } from "../../../../src/core/sandbox/bubblewrap/seal-paths.ts";

test("a running sandbox can be changed since Linux 5.12", () => {
  expect(["5.11.0", "4.19.0-x", "5.12.1", "6.1.0-amd64", "6.18"].map((kernel) => canSeal(kernel, "x64"))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(canSeal("6.1", "mips")).toBe(false);
});

test("in a sandbox that is over nothing is left to seal", async () => {
  expect(await sealPaths(2 ** 22, [{ path: "/w/.git", as: "fixed" }])).toEqual([]);
});
