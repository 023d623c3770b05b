import { expect, test } from "vitest";
import { compare, setsLines } from "./compare.ts";
import { TEXTS, type Text } from "./texts.ts";

/** Other bashes than the machine's: `npm run test:bashes` fetches them. */
const BASHES = (process.env["NACRE_BASHES"] ?? "").split(":").filter(Boolean);

/** What a text about the numbers of its lines says; those of bash 5.3 count on from the text before. */
const ABOUT_LINES = /LINENO|caller|extdebug|no end/;

const NONE = "no other bash: npm run test:bashes fetches them";

test.skipIf(BASHES.length === 0).each(BASHES.length === 0 ? [NONE] : BASHES)(
  "%s runs texts in a session as it does alone",
  { timeout: 600_000 },
  async (bash) => {
    const isTried = (text: Text): boolean => setsLines(bash) || !ABOUT_LINES.test(JSON.stringify(text));
    const { unlike } = await compare(Object.values(TEXTS).flat().filter(isTried), "session", bash);
    expect(unlike).toEqual([]);
  },
);
