import { expect, test } from "vitest";
import { draw, drawn, openScreen } from "./drawn.ts";

test("each line is told once, in whatever pieces it came", async () => {
  const screen = await openScreen();
  const reader = screen.lineReader();
  const told: string[] = [];
  for (let at = 0; at < 200; at++) {
    await draw(screen, `line ${at} of many that are longer than the screen is wide\r\n`);
    if (at % 7 === 0) told.push(...reader.take().lines);
  }
  told.push(...reader.take().lines);
  expect(told).toEqual(
    Array.from({ length: 200 }, (_, at) => `line ${at} of many that are longer than the screen is wide`),
  );
  expect(reader.take()).toEqual({ lines: [], isUnfinished: false, isCut: false });
});

test("a prompt is told as it stands, and again with what was typed", async () => {
  const screen = await drawn("hello\r\nname? ");
  const reader = screen.lineReader();
  expect(reader.take()).toEqual({ lines: ["hello", "name?"], isUnfinished: true, isCut: false });
  await draw(screen, "bob\r\nhi bob\r\n");
  expect(reader.take()).toEqual({ lines: ["name? bob", "hi bob"], isUnfinished: false, isCut: false });
});

test("a bar that is drawn over leaves its last state", async () => {
  const screen = await drawn("10%\r50%\r");
  const reader = screen.lineReader();
  expect(reader.take().lines).toEqual(["50%"]);
  await draw(screen, "90%\r100%\r\ndone\r\n");
  expect(reader.take().lines).toEqual(["100%", "done"]);
});

test("lines that are drawn over above the cursor are told again", async () => {
  const screen = await drawn("a 0\r\nb 0\r\n");
  const reader = screen.lineReader();
  reader.take();
  await draw(screen, "\x1b[1Ab 9\r\n");
  expect(reader.take().lines).toEqual(["b 9"]);
});

test("a reader that comes late is told that lines are gone", async () => {
  const screen = await openScreen({ scrollback: 10 });
  const reader = screen.lineReader();
  await draw(screen, "first\r\n");
  reader.take();
  await draw(screen, "more\r\n".repeat(100));
  expect(reader.take()).toMatchObject({ isCut: true });
});

test("what a full-screen program draws is no line, and lines go on behind it", async () => {
  const screen = await drawn("before\r\n");
  const reader = screen.lineReader();
  reader.take();
  await draw(screen, "\x1b[?1049hdrawn");
  expect(reader.take().lines).toEqual([]);
  await draw(screen, "\x1b[?1049lafter\r\n");
  expect(reader.take().lines).toEqual(["after"]);
  reader.dispose();
});

test("each reader reads for itself", async () => {
  const screen = await drawn("one\r\n");
  const first = screen.lineReader();
  first.take();
  expect(screen.lineReader().take().lines).toEqual(["one"]);
});
