import { expect, test } from "vitest";
import { openEmulator } from "../../../../src/core/terminal/emulator/emulator.ts";

test("an emulator tells what a program asks and says beside what it draws", async () => {
  const told: string[] = [];
  const emulator = await openEmulator({ cols: 20, rows: 4 }, 10, {
    reply: (bytes) => told.push(`reply ${JSON.stringify(bytes)}`),
    titled: (title) => told.push(`title ${title}`),
    rang: () => told.push("bell"),
    cursorHidden: (isHidden) => told.push(`hidden ${isHidden}`),
  });
  await new Promise<void>((resolve) => {
    emulator.write("\x1b[6n\x1b]0;one\x07\x1b]1;icon\x07\x1b]2;two\x07\x07\x1b[?25l\x1b[?25h", resolve);
  });
  expect(told).toEqual(['reply "\\u001b[1;1R"', "title one", "title two", "bell", "hidden true", "hidden false"]);
  emulator.dispose();
});
