import { describe, expect, test } from "vitest";
import { LINES, NOT_OURS } from "./expected.ts";
import { runSuite } from "./run-suite.ts";

const listed = new Set(NOT_OURS.flatMap(({ checks }) => checks));
const seen = new Set<string>();

test("a check is listed once", () => {
  expect(NOT_OURS.flatMap(({ checks }) => checks)).toHaveLength(listed.size);
});

describe.each(LINES)("$release on $protocol", (line) => {
  test("every check passes that concerns nacre, and no other", async () => {
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
  expect([...listed].filter((id) => !seen.has(id))).toEqual([]);
});
