import { expect, test } from "vitest";
import { plural } from "../../../src/tools/words/plural.ts";

test("a count has the noun that fits it", () => {
  expect([plural(0, "line"), plural(1, "line"), plural(2, "process", "processes")]).toEqual([
    "0 lines",
    "1 line",
    "2 processes",
  ]);
});
