import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { compare } from "./compare.ts";
import { INTENDED } from "./differences.ts";
import { TEXTS } from "./texts.ts";

const SAME = { unlike: [], alike: [] };
const BASH = "/usr/bin/bash";
const LONG = { timeout: 300_000 };

test.each(Object.entries(TEXTS))("%s: a session runs each text as bash does", LONG, async (_, texts) => {
  expect(await compare(texts, "session", BASH)).toEqual(SAME);
});

test.each(Object.entries(TEXTS))("%s: a background shell runs each text as bash does", LONG, async (_, texts) => {
  expect(await compare(texts, "background", BASH)).toEqual(SAME);
});

/** What a wall could change: processes, descriptors, directories, and everything that reaches the next call. */
const WALLED = ["traps", "descriptors", "jobs", "sequences"] as const;

test.skipIf(!hasBubblewrap).each(WALLED)(
  "%s: a session in a sandbox runs each text as bash does",
  LONG,
  async (group) => {
    expect(await compare(TEXTS[group] ?? [], "sandboxed session", BASH)).toEqual(SAME);
  },
);

test("every listed difference is one, in each mode it is listed for", LONG, async () => {
  const listed = INTENDED.map(([text]) => text);
  const known = Object.values(TEXTS)
    .flat()
    .map((text) => JSON.stringify(text));
  expect(listed.filter((text) => !known.includes(JSON.stringify(text)))).toEqual([]);
  expect(await compare(listed, "session", BASH)).toEqual(SAME);
  expect(await compare(listed, "background", BASH)).toEqual(SAME);
  if (hasBubblewrap) expect(await compare(listed, "sandboxed session", BASH)).toEqual(SAME);
});

test("there are at least 300 texts, and at least 40 scripts cut into calls", () => {
  const texts = Object.values(TEXTS).flat();
  expect(texts.length).toBeGreaterThanOrEqual(300);
  expect(texts.filter((text) => typeof text !== "string").length).toBeGreaterThanOrEqual(40);
  expect(INTENDED.length).toBeLessThanOrEqual(20);
});
