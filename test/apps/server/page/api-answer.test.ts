import { expect, test } from "vitest";
import { refusalOf } from "../../../../src/apps/server/page/api-answer.ts";

test("a refusal has a code for the page and a sentence for the user", () => {
  expect(refusalOf("gone", "It is gone.")).toEqual({ error: { code: "gone", message: "It is gone." } });
});
