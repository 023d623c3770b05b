import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../src/core/knowledge/guarded-places.ts";
import { ATTEMPTS } from "./attacks/containment/attempts.mjs";
import { ATTACKS } from "./attacks/impersonation/attacks.mjs";
import { LEAKING } from "./attacks/sequences/leaking.ts";
import { CHAPTERS } from "./day/chapters/all-chapters.ts";

const REVIEW = "docs/decisions/0013-the-review-of-the-wall.md";
const review = readFileSync(REVIEW, "utf8");

/** Each file that the page names, with the names of tests behind it. */
const named = [...review.matchAll(/`(test\/[^`]+)`:((?: "[^"]+",?)+)/g)].flatMap(([, file = "", names = ""]) =>
  [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ file, name })),
);

test.each(named)("$file has what the review names: $name", ({ file, name }) => {
  expect(readFileSync(file, "utf8").split(name).length, "how often it stands there, and one").toBe(2);
});

test("every finding and every class has a test", () => {
  const rows = [...review.matchAll(/^\| (\d+|[A-H])\b.*$/gm)];
  const findings = Array.from({ length: 21 }, (_, at) => String(at + 1));
  expect(rows.map(([, key]) => key)).toEqual([...findings, "A", "B", "C", "D", "E", "F", "G", "H"]);
  expect(rows.filter(([row]) => !/`test\/[^`]+`: "/.test(row)).map(([, key]) => key)).toEqual([]);
});

const files = readdirSync("test", { recursive: true, encoding: "utf8" });
const names = new Set(files.map((path) => basename(path)));

test.each(["SECURITY.md", REVIEW])("every test file that %s names is there", (page) => {
  const words = [...readFileSync(page, "utf8").matchAll(/`((?:test\/)?[\w./-]*\.test\.ts|test\/[\w./-]+)`/g)];
  expect(words.length).toBeGreaterThan(20);
  const missing = words.map(([, word = ""]) => word).filter((word) => !existsSync(word) && !names.has(word));
  expect(missing).toEqual([]);
});

const figureIn = (page: string, figure: RegExp): number => Number(figure.exec(readFileSync(page, "utf8"))?.[1]);

test("the figures of the tests are true", () => {
  expect(figureIn("SECURITY.md", /over (\d+) attempts as root/)).toBeLessThan(ATTEMPTS.length);
  expect(figureIn("SECURITY.md", /over (\d+) sequences/)).toBeLessThan(LEAKING.length);
  const inside = ATTACKS.filter(({ where }) => where !== "outside");
  expect(figureIn("SECURITY.md", /(\d+) attacks of 100 rounds/)).toBe(ATTACKS.length);
  expect(figureIn("SECURITY.md", /in a sandbox \((\d+) of them\)/)).toBe(inside.length);
  const commands = CHAPTERS.flatMap(({ rows }) => rows).length;
  expect(Math.abs(figureIn("docs/sandbox.md", /some (\d+) everyday commands/) - commands)).toBeLessThanOrEqual(10);
});

test("docs/sandbox.md names everything that is guarded", () => {
  const [row = ""] = /^\| `\.git\/hooks .*$/m.exec(readFileSync("docs/sandbox.md", "utf8")) ?? [];
  const shown = new Set(row.split(/[`|, ]+/));
  const guarded = [...GUARDED_IN_GIT.map((name) => `.git/${name}`), ...SEALED_NAMES];
  expect(guarded.filter((name) => !shown.has(name))).toEqual([]);
});
