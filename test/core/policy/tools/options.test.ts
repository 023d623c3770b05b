import { describe, expect, test } from "vitest";
import { readOptions } from "../../../../src/core/policy/tools/options.ts";

describe("options", () => {
  test("are read as GNU reads them", () => {
    const options = readOptions(["-rfo", "x", "--out=y", "--recur", "a", "--", "-z"], "-o: --output: --recursive");
    expect([
      options.has("-r"),
      options.has("-f"),
      options.values("-o", "--output"),
      options.has("--recursive"),
      options.rest,
    ]).toEqual([true, true, ["x", "y"], true, ["a", "-z"]]);
  });

  test("end at the first operand where a wrapper's do", () => {
    expect(readOptions(["-n", "5", "cmd", "-x"], "-n:", "first").rest).toEqual(["cmd", "-x"]);
  });

  test("a missing value is empty", () => {
    expect([readOptions(["-o"], "-o:").values("-o"), readOptions(["--out"], "--out:").values("--out")]).toEqual([
      [""],
      [""],
    ]);
  });
});
