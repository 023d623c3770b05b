import { expect, test } from "vitest";
import type { Prompt } from "../../../src/core/terminal/prompt-line.ts";
import type { TerminalScreen } from "../../../src/core/terminal/terminal-screen.ts";
import { draw, drawn } from "./drawn.ts";

async function prompted(text = "old\r\n$ "): Promise<{ screen: TerminalScreen; prompt: Prompt }> {
  const screen = await drawn(text);
  const prompt = screen.markPrompt();
  if (prompt === undefined) throw new Error("no prompt");
  return { screen, prompt };
}

const CASES: readonly (readonly [what: string, drawn: string, typed: string | undefined])[] = [
  ["nothing", "", ""],
  ["a line", "rm x", "rm x"],
  ["a line with the cursor moved back", "rm x\x1b[3D", "rm x"],
  ["a line that is wider than the screen", `echo ${"x".repeat(100)}`, `echo ${"x".repeat(100)}`],
  ["a line that scrolled the screen", `echo ${"x".repeat(300)}`, `echo ${"x".repeat(300)}`],
  ["what history put there", "ls\r$ rm x\x1b[K", "rm x"],
  ["what is concealed", "\x1b[8mrm x\x1b[0m", "rm x"],
  ["another prompt in its place", "\r(search)`': rm x", undefined],
  ["rows below it", "rm x\r\n> rm y\x1b[A", undefined],
  ["a value that is previewed in grey below it", "6 * 7\r\n\x1b[90m42\x1b[39m\x1b[A", "6 * 7"],
  ["a remark that is dim below it", "6 * 7\r\n\x1b[2m42\x1b[22m\x1b[A", "6 * 7"],
  ["a row below it that is grey in part", "6 * 7\r\n\x1b[90m42\x1b[39m;\x1b[A", undefined],
  ["what would be completed in grey behind it", "con\x1b[90msole\x1b[39m\x1b[4D", "console"],
  ["a second row of its own", "rm x\r\nrm y", undefined],
  ["the prompt once more below", "\r\nlist of files\r\n$ rm x", undefined],
  ["a cleared screen", "\x1b[2J\x1b[H$ rm x", undefined],
  ["a full screen", "\x1b[?1049h$ rm x", undefined],
];

test.each(CASES)("%s behind a prompt", async (_, text, typed) => {
  const { screen, prompt } = await prompted();
  await draw(screen, text);
  expect(prompt.typed()).toBe(typed);
  prompt.dispose();
});

test("a prompt that scrolled away tells nothing", async () => {
  const screen = await drawn("$ ", { scrollback: 5 });
  const prompt = screen.markPrompt();
  await draw(screen, "\r\n".repeat(50));
  expect(prompt?.typed()).toBeUndefined();
});

test("the text of a prompt is what stands before the cursor", async () => {
  expect((await prompted()).prompt.text).toBe("$ ");
  const long = `${"p".repeat(50)}> `;
  expect((await prompted(long)).prompt.text).toBe(long);
});

test("a full-screen program has no prompt", async () => {
  expect((await drawn("\x1b[?1049h$ ")).markPrompt()).toBeUndefined();
});
