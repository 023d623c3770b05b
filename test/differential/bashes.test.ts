import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import { TEXTS } from "./texts.ts";

/** Other bashes than the machine's: `npm run test:bashes` fetches them. */
const BASHES = (process.env["NACRE_BASHES"] ?? "").split(":").filter(Boolean);

const NONE = "no other bash: npm run test:bashes fetches them";

test.skipIf(BASHES.length === 0).each(BASHES.length === 0 ? [NONE] : BASHES)(
  "%s runs texts in a session as it does alone",
  { timeout: 600_000 },
  async (bash) => {
    expect(await compare(Object.values(TEXTS).flat(), "session", bash)).toEqual({ unlike: [], alike: [] });
  },
);
