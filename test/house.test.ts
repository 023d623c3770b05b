import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

/** Words that tell when or why a file was written, or that it is a leftover: not what it holds. */
const EMPTY_WORDS =
  /^(?:rounds?|first|second|third|fourth|fifth|sixth|rest|more|misc|various|edges?|pieces|cases|monsters|manners|traps|fix(?:es)?|bugs?|issues?|regressions?|wip|todo|utils?|common|v?\d+)$/;

const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:ts|mjs)$/.test(file));

const isEmptyName = (file: string): boolean =>
  basename(file)
    .split(/[-._]/)
    .some((word) => EMPTY_WORDS.test(word));

test("a test file is named after what it holds", () => {
  expect(files.filter(isEmptyName)).toEqual([]);
});

test.each([
  "round-four.ts",
  "second-round.ts",
  "asking-rest.ts",
  "edges.test.ts",
  "issue-10.test.ts",
  "misc.contract.ts",
])("%s would be found", (name) => {
  expect(isEmptyName(name)).toBe(true);
});
