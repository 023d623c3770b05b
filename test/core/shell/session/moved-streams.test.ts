import { expect, test } from "vitest";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test.each([
  ["exec >log; echo hidden", true],
  ["exec 2>&1; echo x", true],
  ["exec 1>&-", true],
  ["exec >log; trap 'echo bye' EXIT; echo hidden", true],
  ["trap -p; exec >log", true],
  ["f() { exec >log; }; f", true],
  ["exec 3>&1 >log; echo hidden; exec >&3 3>&-", false],
  ["exec {fd}>log; exec 3>log", false],
  ["(exec >log; echo hidden)", false],
  ["if false; then exec >log; fi", false],
  ["trap 'exec true' USR1; trap -p >/dev/null", false],
  ["echo exec", false],
])(
  "%s: the outcome says whether the whole shell was redirected, and the next command prints as before",
  async (text, moved) => {
    const manager = testManager();
    const workingDir = tempDir();
    const { outcome } = await run(manager, text, { workingDir });
    expect(outcome.movedStreams).toBe(moved);
    const next = await run(manager, "echo out; echo err >&2", { workingDir });
    expect([next.stdout, next.stderr, next.outcome.movedStreams]).toEqual(["out\n", "err\n", false]);
  },
);
