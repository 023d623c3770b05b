import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openInBrowser } from "../../../../src/core/process/system/open-in-browser.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

function program(text: string): string {
  const path = join(tempDir(), "opener");
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const SCREEN = { DISPLAY: ":0" };

test("a file is given to the program that opens it", async () => {
  const place = tempDir();
  expect(await openInBrowser("/some/file", SCREEN, program(`echo "$1" > ${place}/asked`))).toBe(true);
  await waitUntil("it to be asked", () => existsSync(join(place, "asked")));
  expect(readFileSync(join(place, "asked"), "utf8")).toBe("/some/file\n");
});

test("a program that fails, is missing, or has no screen opens nothing", async () => {
  expect(await openInBrowser("/f", SCREEN, program("exit 3"))).toBe(false);
  expect(await openInBrowser("/f", SCREEN, "/nowhere/opener")).toBe(false);
  expect(await openInBrowser("/f", { DISPLAY: "" }, program("exit 0"))).toBe(false);
});
