import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../src/core/base/slices.ts";
import { copyEntry, linksAmongCopies } from "../../../../src/core/try/keep/copy-entry.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a tree is copied with rights, times, links, further names and holes", () => {
  const top = tempDir();
  const at = (path: string): string => join(top, path);
  mkdirSync(at("from/closed"), { recursive: true });
  writeFileSync(at("from/a"), "text");
  chmodSync(at("from/a"), 0o4751);
  utimesSync(at("from/a"), 1000, 2000);
  linkSync(at("from/a"), at("from/closed/again"));
  symlinkSync("nowhere", at("from/link"));
  writeFileSync(at("from/holes"), "begin");
  truncateSync(at("from/holes"), 8 * 1024 * 1024);
  chmodSync(at("from/closed"), 0o500);
  doAtOnce(copyEntry(at("from"), at("to"), { rights: 0o1777, link: linksAmongCopies() }));
  expect(statSync(at("to/a")).mode & 0o7777).toBe(0o751);
  expect(statSync(at("to/a")).mtimeMs).toBe(2_000_000);
  expect(statSync(at("to/closed/again")).ino).toBe(statSync(at("to/a")).ino);
  expect(readlinkSync(at("to/link"))).toBe("nowhere");
  expect(statSync(at("to/closed")).mode & 0o777).toBe(0o500);
  expect(readFileSync(at("to/holes")).equals(readFileSync(at("from/holes")))).toBe(true);
  expect(lstatSync(at("to/holes")).blocks).toBeLessThan(100);
  for (const name of ["from", "to"]) chmodSync(at(`${name}/closed`), 0o700);
});
