import { expect, test } from "vitest";
import { refuseLost, refuseTooMany } from "../../../../src/core/sandbox/guard/refuse-unsealable.ts";
import { noFinds, type WorkspaceFinds } from "../../../../src/core/sandbox/guard/search/workspace-scan.ts";

const scanOf = (guarded: number, secret: number): WorkspaceFinds => ({
  ...noFinds(),
  guarded: Array.from({ length: guarded }, (_, index) => `/w/guarded-${index}`),
  secret: Array.from({ length: secret }, (_, index) => `/w/secret-${index}`),
});

test("as much as can be sealed is not refused", () => {
  expect(() => refuseTooMany(scanOf(2000, 500))).not.toThrow();
});

test("one more is, with the number and an example", () => {
  expect(() => refuseTooMany(scanOf(2000, 501))).toThrow(
    /the workspace holds 2501 files .*\(at most 2500\), such as \/w\/secret-500; remove/,
  );
});

test("something that no path leads to is a fault that names it", () => {
  expect(() => refuseLost(undefined)).not.toThrow();
  expect(() => refuseLost("/w/.git")).toThrow(
    expect.objectContaining({ code: "SANDBOX_UNAVAILABLE", message: expect.stringContaining("/w/.git was moved") }),
  );
});
