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

test.skipIf(!hasBubblewrap).each(Object.entries(TEXTS))(
  "%s: a session in a sandbox runs each text as bash does",
  LONG,
  async (_, texts) => {
    expect(await compare(texts, "sandboxed session", BASH)).toEqual(SAME);
  },
);

test("every listed difference is one, in each mode it is listed for", LONG, async () => {
  const listed = INTENDED.map(([text]) => text);
  expect(await compare(listed, "session", BASH)).toEqual(SAME);
  expect(await compare(listed, "background", BASH)).toEqual(SAME);
  if (hasBubblewrap) expect(await compare(listed, "sandboxed session", BASH)).toEqual(SAME);
});

test("there are at least 300 texts, each once, and at least 40 scripts cut into calls", () => {
  const texts = [...Object.values(TEXTS).flat(), ...INTENDED.map(([text]) => text)];
  const spelled = texts.map((text) => JSON.stringify(text));
  expect(spelled.filter((text, index) => spelled.indexOf(text) !== index)).toEqual([]);
  expect(texts.length).toBeGreaterThanOrEqual(300);
  expect(texts.filter((text) => typeof text !== "string").length).toBeGreaterThanOrEqual(40);
  expect(INTENDED.length).toBeLessThanOrEqual(20);
});
