import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { type Chapter, rowOf } from "./chapter.ts";
import { CHAPTERS } from "./chapters/all-chapters.ts";
import { CANARY } from "./ordinary-home.ts";
import { mysteryIn, page } from "./report.ts";
import { DAY_PATH, runDay } from "./run-day.ts";

/** The chapters that `npm test` runs; `npm run test:day` runs them all. */
const OFTEN = ["archives", "what is not there"];
const isWhole = process.env["WORKING_DAY"] === "whole";

const PAGE = "docs/working-day.md";

const installed = new Map<string, boolean>();
const isInstalled = (program: string): boolean => {
  const known = installed.get(program);
  if (known !== undefined) return known;
  const env = { PATH: DAY_PATH };
  const found = spawnSync("/bin/sh", ["-c", 'command -v "$1"', "sh", program], { env }).status === 0;
  installed.set(program, found);
  return found;
};

/** A chapter without the rows whose programs are missing; says which are. */
function possible(chapter: Chapter): Chapter {
  const missing = new Set<string>();
  const rows = chapter.rows.map(rowOf).filter(({ needs = [] }) => {
    const lacks = [...chapter.needs, ...needs].filter((program) => !isInstalled(program));
    for (const program of lacks) missing.add(program);
    return lacks.length === 0;
  });
  if (missing.size > 0) console.log(`${chapter.title}: skipped what needs ${[...missing].join(", ")}`);
  return { ...chapter, rows };
}

test.runIf(hasBubblewrap)(
  "every command of a working day works, or is refused with a sentence that helps",
  { timeout: 1_200_000 },
  async () => {
    const chapters = CHAPTERS.filter(({ title }) => isWhole || OFTEN.includes(title)).map(possible);
    const results = await runDay(chapters);
    const rows = chapters.flatMap((chapter) => chapter.rows.map(rowOf));
    expect(results.map(({ run }) => run)).toEqual(rows.map(({ run }) => run));
    const mysteries = rows.flatMap((row, at) => {
      const result = results[at];
      const mystery = result === undefined ? "did not run" : mysteryIn(row, result);
      return mystery === undefined ? [] : [`${row.run}\n${mystery}`];
    });
    expect(mysteries).toEqual([]);
    expect(results.filter(({ output, error }) => `${output}${error}`.includes(CANARY)).map(({ run }) => run)).toEqual(
      [],
    );
  },
);

test("there are at least 150 commands, and none stands twice in a chapter", () => {
  expect(CHAPTERS.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(150);
  for (const { title, rows } of CHAPTERS) {
    const runs = rows.map((row) => rowOf(row).run);
    expect({ title, twice: runs.filter((run, at) => runs.indexOf(run) !== at) }).toEqual({ title, twice: [] });
  }
});

test("docs/working-day.md says what is checked here", () => {
  if (process.env["WRITE_TABLE"] !== undefined) writeFileSync(PAGE, page());
  expect(readFileSync(PAGE, "utf8")).toBe(page());
});
