import { expect, test } from "vitest";
import { refuse } from "../../../src/core/line/line-host.ts";

test("a refusal has a code for programs and a sentence for users", () => {
  expect(refuse("gone", "it left")).toEqual({ no: { code: "gone", sentence: "it left" } });
});
