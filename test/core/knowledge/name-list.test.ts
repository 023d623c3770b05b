import { expect, test } from "vitest";
import { nameList } from "../../../src/core/knowledge/name-list.ts";

test("a text is a list of its words, however it is broken into lines", () => {
  expect(nameList("\n    bin sbin\n    lib\tusr\n  ")).toEqual(["bin", "sbin", "lib", "usr"]);
});
