import { lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rightsOf, sideOf, typeOf } from "../../../src/core/try/change.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("one side of a change tells type, rights and size", () => {
  const directory = tempDir();
  writeFileSync(join(directory, "file"), "four", { mode: 0o640 });
  symlinkSync("file", join(directory, "link"));
  const stat = (name: string) => lstatSync(join(directory, name), { bigint: true });
  expect(sideOf(stat("file"))).toEqual({ type: "file", mode: "0640", bytes: 4 });
  expect(sideOf(stat("."))).toMatchObject({ type: "directory", bytes: 0 });
  expect(typeOf(stat("link"))).toBe("link");
  expect(typeOf(lstatSync("/dev/null", { bigint: true }))).toBe("device");
  expect(rightsOf(stat("file"))).toBe(0o640);
});
