import { expect } from "vitest";
import type { ShellManager } from "../../src/core/shell/shell-manager.ts";
import { run } from "./shells.ts";

/** One command of a case and what must come of it; what is not named is not looked at. */
export type Step = readonly [
  text: string,
  expected: {
    readonly stdout?: string | RegExp;
    readonly stderr?: string | RegExp;
    readonly code?: number | string;
    readonly restored?: boolean | "unfit" | "ended" | "between";
    readonly notKept?: readonly string[];
  },
];

/** Runs a case's commands one after another in one session. */
export async function runSteps(manager: ShellManager, steps: readonly Step[]): Promise<void> {
  for (const [text, expected] of steps) {
    const { code, stdout, stderr, outcome } = await run(manager, text);
    const seen = `${text}\n→ ${code} ${JSON.stringify(stdout)} ${JSON.stringify(stderr)}`;
    if (expected.stdout !== undefined) expect(stdout, seen).toEqual(asMatcher(expected.stdout));
    if (expected.stderr !== undefined) expect(stderr, seen).toEqual(asMatcher(expected.stderr));
    if (expected.code !== undefined) expect(code, seen).toBe(expected.code);
    if (expected.notKept !== undefined) expect(outcome.notKept ?? [], seen).toEqual(expected.notKept);
    if (typeof expected.restored === "string") expect(outcome.restored?.cause, seen).toBe(expected.restored);
    if (typeof expected.restored === "boolean") expect(outcome.restored !== undefined, seen).toBe(expected.restored);
  }
}

const asMatcher = (wanted: string | RegExp): unknown =>
  typeof wanted === "string" ? wanted : expect.stringMatching(wanted);
