import { expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import { hidesLogs } from "../../../src/core/sandbox/sandbox.ts";

test.each([
  ["none", false],
  ["partial", true],
  ["full", true],
] as const)("whether a sandbox of level %s hides the logs: %s", (level, hides) => {
  expect(hidesLogs({ ...createNoSandbox(limitsOf()), containment: { level, reasons: [] } })).toBe(hides);
});
