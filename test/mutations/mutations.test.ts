import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { LineIndex } from "./line-index.ts";
import { labelledLines } from "./lines.ts";
import { Mutants } from "./mutants.ts";
import { failingLine, fails } from "./needed-lines.ts";
import { familyOf, lineOf, readIdle, readPinned } from "./pinned-lines.ts";
import { writeFamily } from "./write-lines.ts";

/** `npm test` drops one of so many entries, `npm run test:mutations` each; with --write it writes lines down where they are missing. */
const EVERY = process.env["MUTATIONS"] === undefined ? 50 : 1;
const WRITES = process.env["MUTATIONS"] === "write";
const HOUR = 3_600_000;

const mutants = await Mutants.read();
const labelled = new LineIndex(labelledLines());
const families = [...new Set(mutants.entries.map(familyOf))];

/** Families of which no lines were written down yet. The list may only shrink. */
const NOT_YET: ReadonlySet<string> = new Set(["code", "tools-cloud"]);
const looked = families.filter((family) => !NOT_YET.has(family));

describe.each(WRITES ? [] : looked)("%s", (family) => {
  const pinned = readPinned(family).map(lineOf);

  test("every pinned line is judged as it is written down", () => {
    expect(pinned.filter((line) => fails(line, judge)).map(({ command }) => command)).toEqual([]);
  });

  test(
    "each entry is needed: without it a line is judged otherwise",
    () => {
      const idle = readIdle(family);
      const own = new LineIndex(pinned);
      const entries = mutants.entries
        .map((entry, at) => ({ entry, at }))
        .filter(({ entry }) => familyOf(entry) === family);
      const unneeded = entries.flatMap(({ entry, at }) => {
        if (at % EVERY !== 0 || idle.has(entry.title)) return [];
        const without = mutants.without(at);
        const isNeeded =
          without === undefined ||
          failingLine(entry, without, own) !== undefined ||
          failingLine(entry, without, labelled) !== undefined ||
          [...pinned, ...labelled.lines].some((line) => fails(line, without));
        return isNeeded ? [] : [entry.title];
      });
      expect(unneeded).toEqual([]);
      const titles = new Set(entries.map(({ entry }) => entry.title));
      if (EVERY === 1) expect([...idle].filter((title) => !titles.has(title))).toEqual([]);
    },
    HOUR,
  );
});

test.each(WRITES ? families : [])(
  "writes the lines of %s",
  (family) => {
    writeFamily(family, mutants, labelled);
  },
  HOUR,
);
