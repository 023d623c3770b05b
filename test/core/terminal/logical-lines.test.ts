import { expect, test } from "vitest";
import { openEmulator } from "../../../src/core/terminal/emulator/emulator.ts";
import { joinedRows, lastRow, lineEnd, lineStart, logicalLines } from "../../../src/core/terminal/logical-lines.ts";

const quiet = { reply: () => undefined, titled: () => undefined, rang: () => undefined, cursorHidden: () => undefined };

test("what the terminal wrapped is one line", async () => {
  const emulator = await openEmulator({ cols: 5, rows: 8 }, 100, quiet);
  await new Promise<void>((resolve) => {
    emulator.write("abcdefghijkl\r\n\r\nxy  \r\n", resolve);
  });
  const buffer = emulator.buffer.normal;
  expect([lineStart(buffer, 2), lineEnd(buffer, 0), lastRow(buffer)]).toEqual([0, 2, 5]);
  expect(joinedRows(buffer, 0, 2)).toBe("abcdefghijkl");
  expect(logicalLines(buffer, 0, 4)).toEqual(["abcdefghijkl", "", "xy"]);
  emulator.dispose();
});
