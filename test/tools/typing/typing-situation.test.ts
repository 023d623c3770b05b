import { expect, test } from "vitest";
import { TypedLine } from "../../../src/core/terminal/typed-line.ts";
import { hasRoom, situationOf, type Typing } from "../../../src/tools/typing/typing-situation.ts";
import { terminalFacts, terminalProcess } from "../../core/terminal/terminal-process.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { TestTerminal } from "../../support/test-terminal.ts";

const ENTER = { kind: "accept", bytes: "\r" } as const;

test("a call waits once for a program that asks for no line, and types the rest ahead of it", async () => {
  const terminal = await TestTerminal.open(["sleep", "1000"], tempDir());
  let looks = 0;
  const facts: TestTerminal["facts"] = () => {
    looks += 1;
    return terminal.facts();
  };
  const { screen } = terminal;
  const write: TestTerminal["write"] = (bytes) => terminal.write(bytes);
  const typing: Typing = {
    terminal: { screen, facts, write },
    line: new TypedLine(),
    isContained: false,
    cwd: "/",
    isAhead: false,
  };
  expect((await situationOf(typing, ENTER)).state.waiting).toBe("no");
  expect(typing.isAhead).toBe(true);
  expect(looks).toBeGreaterThan(2);
  looks = 0;
  await situationOf(typing, ENTER);
  expect(looks).toBe(1);
  await terminal.close();
});

test("a terminal has room when what waits for it is gone, and none where it stays", async () => {
  const screen = {} as TestTerminal["screen"];
  const write = async (): Promise<{ taken: number; isOpen: boolean }> => ({ taken: 0, isOpen: true });
  const full = terminalFacts({ queued: 9, foreground: [terminalProcess("sleep 9")] });
  const told = [full, full, terminalFacts()];
  expect(await hasRoom({ screen, write, facts: async () => told.shift() }, full)).toBe(true);
  expect(await hasRoom({ screen, write, facts: async () => full }, full)).toBe(false);
});
