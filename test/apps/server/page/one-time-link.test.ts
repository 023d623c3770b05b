import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OneTimeLink } from "../../../../src/apps/server/page/one-time-link.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a code is good once", () => {
  const link = new OneTimeLink(tempDir());
  const code = link.make();
  expect([link.isWaiting, link.use("another"), link.use(code), link.isWaiting, link.use(code)]).toEqual([
    true,
    "unknown",
    undefined,
    false,
    "used",
  ]);
});

test("a new code ends the one before", () => {
  const link = new OneTimeLink(tempDir());
  const [first, second] = [link.make(), link.make()];
  expect([link.use(first), link.use(second)]).toEqual(["unknown", undefined]);
});

test("a code that was ended, or waited too long, is not good", () => {
  const stateDir = tempDir();
  const link = new OneTimeLink(stateDir);
  const ended = link.make();
  link.end();
  expect(link.use(ended)).toBe("unknown");
  const old = link.make();
  const path = join(stateDir, "page", "link.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), until: Date.now() - 1 }));
  expect(link.use(old)).toBe("old");
});

test("the state directory has no code, and only its user can read what it has", () => {
  const stateDir = tempDir();
  const code = new OneTimeLink(stateDir).make();
  const path = join(stateDir, "page", "link.json");
  expect(readFileSync(path, "utf8")).not.toContain(code);
  expect([statSync(path).mode & 0o777, statSync(join(stateDir, "page")).mode & 0o777]).toEqual([0o600, 0o700]);
});
