import { expect, test } from "vitest";
import { assertNever } from "../../../src/core/base/assert-never.ts";

test("an unhandled case fails loudly", () => {
  // @ts-expect-error that is what it is for
  expect(() => assertNever({ kind: "new" })).toThrow(/unhandled case: {"kind":"new"}/);
});
