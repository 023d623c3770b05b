import { mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { socketPlace } from "../../../src/core/line/socket-place.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a short path stays as it is", async () => {
  const directory = tempDir("nacre-line-");
  expect((await socketPlace(directory)).path).toBe(join(directory, "line"));
});

test("a long path becomes a short one that leads to the same directory, until it is released", async () => {
  const parent = tempDir("nacre-line-");
  const directory = join(parent, "x".repeat(200));
  mkdirSync(directory);
  const place = await socketPlace(directory);
  expect(Buffer.byteLength(place.path)).toBeLessThanOrEqual(100);
  expect(realpathSync(dirname(place.path))).toBe(directory);
  await place.release();
});

test("a long path to nothing stays as it is", async () => {
  const directory = join(tempDir("nacre-line-"), "x".repeat(200));
  expect((await socketPlace(directory)).path).toBe(join(directory, "line"));
});
