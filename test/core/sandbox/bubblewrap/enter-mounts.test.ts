import { expect, test } from "vitest";
import { canEnterMounts } from "../../../../src/core/sandbox/bubblewrap/enter-mounts.ts";

test("a running sandbox can be changed since Linux 5.12", () => {
  expect(
    ["5.11.0", "4.19.0-x", "5.12.1", "6.1.0-amd64", "6.18"].map((kernel) => canEnterMounts(kernel, "x64")),
  ).toEqual([false, false, true, true, true]);
  expect(canEnterMounts("6.1", "mips")).toBe(false);
});
