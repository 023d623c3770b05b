import { lstatSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePipe } from "../../../src/core/process/make-pipe.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a pipe is made under a free name, and no other", () => {
  const path = join(tempDir(), "p");
  expect(makePipe(Buffer.from(path))).toBe(true);
  expect(lstatSync(path).isFIFO()).toBe(true);
  expect(makePipe(Buffer.from(path))).toBe(false);
});
