import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  below,
  bytePathOf,
  bytesOf,
  listNames,
  lookAt,
  nameOf,
  parentOf,
  shownPath,
  stepInto,
  waysTo,
} from "../../../src/core/try/byte-path.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a name goes to the file system and back as its bytes", () => {
  const directory = bytePathOf(tempDir());
  for (const name of ["plain", bytePathOf("ä"), "bad\xff"]) writeFileSync(bytesOf(below(directory, name)), "x");
  expect(listNames(directory)).toEqual(["bad\xff", "plain", bytePathOf("ä")]);
  expect(listNames(directory).map(shownPath)).toEqual(["bad\\xff", "plain", "ä"]);
  expect(lookAt(below(directory, "bad\xff"))?.isFile()).toBe(true);
  expect(lookAt(below(directory, "plain/inner"))).toBeUndefined();
  expect(lookAt(below(directory, "missing"))).toBeUndefined();
});

test("paths are taken apart and put together", () => {
  expect([parentOf("a/b/c"), parentOf("a"), nameOf("a/b"), nameOf("a")]).toEqual(["a/b", "", "b", "a"]);
  expect(waysTo("a/b/c")).toEqual(["a", "a/b"]);
  expect([stepInto("", "a"), stepInto("a", "b"), below(join("/", "x"), "")]).toEqual(["a", "a/b", "/x"]);
});
