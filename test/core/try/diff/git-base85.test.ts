import { expect, test } from "vitest";
import { base85Lines } from "../../../../src/core/try/diff/git-base85.ts";

test("bytes are written as git writes them", () => {
  expect(base85Lines(Buffer.from("x\u009cc\u0000\u0000\u0000\u0001", "latin1"))).toMatch(/^G.{10}\n$/);
  expect(
    base85Lines(Buffer.alloc(60))
      .split("\n")
      .map((line) => line[0]),
  ).toEqual(["z", "H", undefined]);
});
