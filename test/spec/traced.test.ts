import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagramPoints, planPoints } from "./seed-points.ts";

const SEEDS = join("..", "shared", "seeds");

type Row = { readonly points: readonly string[]; readonly proofs: readonly string[] };

const rows: readonly Row[] = [
  ...readFileSync("docs/spec.md", "utf8").matchAll(/^\| ((?:N?FR|P|U)-[^|]+) \|[^|]+\| (.+) \|$/gm),
].map(([, points = "", proofs = ""]) => ({ points: points.split(", "), proofs: proofs.split("<br>") }));

const rowsOf = (kind: RegExp): readonly string[] =>
  rows.flatMap(({ points }) => points).filter((one) => kind.test(one));

/** The text of a seed document, by its number. */
const seed = (number: string): string =>
  readFileSync(join(SEEDS, readdirSync(SEEDS).find((name) => name.startsWith(`${number}_`)) ?? ""), "utf8");

/** `FR-2.3.1.4` for the fourth point of the section FR-2.3.1. */
function pointsOf(document: string): string[] {
  const end = document.indexOf("## Technical Specifications");
  let section = "";
  let count = 0;
  return document
    .slice(0, end)
    .split("\n")
    .flatMap((line) => {
      const opened = /^### (N?FR-[\d.]+):/.exec(line)?.[1];
      if (opened !== undefined) {
        section = opened;
        count = 0;
      }
      if (section === "" || !line.startsWith("- ")) return [];
      count += 1;
      return [`${section}.${count}`];
    });
}

/** A proof that does not hold, in words; undefined for one that does. */
function flawOf(proof: string): string | undefined {
  if (proof.startsWith("replaced by ")) {
    const named = [...proof.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
    return named.length > 0 && named.every((path) => existsSync(path)) ? undefined : "it names nothing that exists";
  }
  const [, file = "", name] = /^`([^`]+)`(?: — (.+))?$/.exec(proof) ?? [];
  if (!existsSync(file)) return "its file does not exist";
  if (name === undefined) return file.startsWith("bench/") ? undefined : "only a benchmark stands without a name";
  return readFileSync(file, "utf8").includes(`"${name}"`) ? undefined : "its test does not exist";
}

test("every proof that docs/spec.md names exists", () => {
  expect(rows.length).toBeGreaterThan(150);
  const flaws = rows.flatMap(({ points, proofs }) =>
    proofs.flatMap((proof) => {
      const flaw = flawOf(proof);
      return flaw === undefined ? [] : [`${points.join(", ")}: ${proof}: ${flaw}`];
    }),
  );
  expect(flaws).toEqual([]);
});

test.each([
  "",
  "`test/no-such.test.ts` — x",
  "`test/spec/traced.test.ts`",
  "`test/spec/traced.test.ts` — no such test",
  "replaced by nothing",
  "replaced by `src/no-such.ts`",
])("the proof %j would not hold", (proof) => {
  expect(flawOf(proof)).toBeDefined();
});

test.runIf(existsSync(SEEDS))("every numbered point of the requirements has its row, in order", () => {
  expect(rowsOf(/^N?FR-/)).toEqual(pointsOf(seed("000")));
});

test.runIf(existsSync(SEEDS)).each([
  { what: "plan", kind: /^P-/, number: "001", pointsOfIt: planPoints, least: 80 },
  { what: "diagrams", kind: /^U-/, number: "004", pointsOfIt: diagramPoints, least: 130 },
])("every point of the $what has a row, and no row is about nothing", ({ kind, number, pointsOfIt, least }) => {
  const named = rowsOf(kind);
  const points = pointsOfIt(seed(number));
  const isAbout = (row: string, point: string): boolean =>
    row.endsWith("*") ? point.startsWith(row.slice(0, -1)) : row === point;
  expect(points.length).toBeGreaterThan(least);
  expect(points.filter((point) => !named.some((row) => isAbout(row, point)))).toEqual([]);
  expect(named.filter((row) => !points.some((point) => isAbout(row, point)))).toEqual([]);
  expect(named.filter((row, at) => named.indexOf(row) !== at)).toEqual([]);
});
