import { expect, test } from "vitest";
import { createLineFilter } from "../../../src/core/output/text/line-filter.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import type { ShellProcess } from "../../../src/core/shell/background/shell-process.ts";
import { awaitPattern, awaitTerminal } from "../../../src/tools/shells/await-terminal.ts";
import { testManager } from "../../support/shells.ts";

const LONG = { limitMs: 60_000 };

async function onTerminal(text: string): Promise<Parameters<typeof awaitTerminal>[0]> {
  const request = { workingDir: "/tmp", terminal: { cols: 80, rows: 24 } };
  const shell: ShellProcess = await testManager().startShell(trust(text), request);
  if (shell.terminal === undefined) throw new Error("no terminal");
  return { shell, terminal: shell.terminal };
}

function matching(pattern: string): Parameters<typeof awaitPattern>[1] {
  const filter = createLineFilter(pattern);
  if ("problem" in filter) throw new Error(filter.problem);
  return { kind: "pattern", from: "0", filter };
}

test("the wait ends when a program waits for input, and when the shell has ended", async () => {
  const reader = await onTerminal("read x");
  await awaitTerminal(reader, LONG);
  expect(reader.shell.isRunning).toBe(true);
  const over = await onTerminal("true");
  await awaitTerminal(over, LONG);
  expect(over.shell.hasEnded).toBe(true);
});

test("a pattern is found among the lines and on a screen; it can end, be given up, and be late", async () => {
  const lines = await onTerminal("echo ready; read x");
  expect(await awaitPattern(lines, matching("^ready"), LONG)).toBe("met");
  expect(await awaitPattern(lines, matching("never"), { limitMs: 50 })).toBe("timed-out");
  expect(await awaitPattern(lines, matching("never"), { ...LONG, signal: AbortSignal.abort() })).toBe("cancelled");
  const screen = await onTerminal("printf '\\033[?1049h\\033[5;5Hmenu'; read x");
  expect(await awaitPattern(screen, matching("menu"), LONG)).toBe("met");
  const over = await onTerminal("true");
  expect(await awaitPattern(over, matching("never"), LONG)).toBe("ended");
});
