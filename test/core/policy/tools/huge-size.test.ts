import { expect, test } from "vitest";
import { isHuge } from "../../../../src/core/policy/tools/huge-size.ts";

test.each(["100G", "100GiB", "+200g", "1T", "102400M", `${100 * 1024 ** 3}`, "1P", "1 E"])("%s is huge", (size) => {
  expect(isHuge(size)).toBe(true);
});

test.each(["99G", "102399M", "4096", "0.05T", "", "G", "-100G", "100 apples"])("%s is not", (size) => {
  expect(isHuge(size)).toBe(false);
});
