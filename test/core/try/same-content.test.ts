import { lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSameContent, openPlain, piecesOf, targetOf } from "../../../src/core/try/same-content.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("files are compared byte for byte, links by their targets", () => {
  const directory = tempDir();
  const long = "x".repeat(600_000);
  for (const [name, text] of Object.entries({ a: `${long}1`, b: `${long}1`, c: `${long}2`, d: "short" }))
    writeFileSync(join(directory, name), text);
  symlinkSync("a", join(directory, "l1"));
  symlinkSync("b", join(directory, "l2"));
  const entry = (name: string) => [join(directory, name), lstatSync(join(directory, name), { bigint: true })] as const;
  expect(isSameContent(entry("a"), entry("b"))).toBe(true);
  expect(isSameContent(entry("a"), entry("c"))).toBe(false);
  expect(isSameContent(entry("a"), entry("d"))).toBe(false);
  expect(isSameContent(entry("l1"), entry("l2"))).toBe(false);
  expect(targetOf(join(directory, "l1"))).toBe("a");
  expect(Buffer.concat([...piecesOf(join(directory, "d"))].map((piece) => Buffer.from(piece))).toString()).toBe(
    "short",
  );
  expect(() => openPlain(directory)).toThrow("no plain file");
});
