import { describe, expect, test } from "vitest";
import { LINES, NOT_OURS } from "./expected.ts";
import { runSuite } from "./run-suite.ts";

const all = NOT_OURS.flatMap(({ checks }) => checks);
const seen = new Set<string>();

test("a check is listed once", () => {
  expect(all).toHaveLength(new Set(all).size);
});

describe.each(LINES)("$release on $protocol", (line) => {
  test("every check passes that concerns nacre, and no other", async () => {
    const fitting = NOT_OURS.filter(({ release = line.release }) => release === line.release);
    const listed = new Set(fitting.flatMap(({ checks }) => checks));
    const checks = await runSuite(line);
    for (const { id } of checks) seen.add(id);
    const passed = checks.filter((check) => check.passed);
    console.log(`${line.release} on ${line.protocol}: ${passed.length} passed, ${checks.length - passed.length} not`);
    expect(checks.filter((check) => !check.passed && !listed.has(check.id))).toEqual([]);
    expect(passed.filter((check) => listed.has(check.id))).toEqual([]);
    expect(passed.length).toBeGreaterThan(0);
  });
});

test("every listed check is one of the suite's", () => {
  expect(all.filter((id) => !seen.has(id))).toEqual([]);
});
