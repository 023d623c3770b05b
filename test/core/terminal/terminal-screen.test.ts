import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TerminalScreen } from "../../../src/core/terminal/terminal-screen.ts";
import { draw, drawn, openScreen } from "./drawn.ts";

/** All that can be read of a screen. */
const all = (screen: TerminalScreen): unknown => ({
  drawing: screen.drawing(),
  painted: screen.painted(),
  modes: screen.modes,
  lines: screen.lineReader().take(),
  scrollback: screen.scrollback(100),
  last: screen.lastLines(100),
  near: screen.nearCursor(),
});

/** What programs send, well made and not. */
const PIECES = [
  "text ",
  "日本語",
  "e\u0301",
  "👩\u200d👩\u200d👧",
  "\r\n",
  "\r",
  "\n",
  "\b",
  "\t",
  "\x07",
  "\x1b[31;7m",
  "\x1b[0m",
  "\x1b[48;2;9;8;7m",
  "\x1b[2J",
  "\x1b[H",
  "\x1b[3;5H",
  "\x1b[K",
  "\x1b[2L",
  "\x1b[99999L",
  "\x1b[3b",
  "\x1b[?1049h",
  "\x1b[?1049l",
  "\x1b[?25l",
  "\x1b[?25h",
  "\x1b[?1h\x1b=",
  "\x1b[?2004h",
  "\x1b[?1000h",
  "\x1b[2;4r",
  "\x1b]0;title\x07",
  "\x1b]2;other\x1b\\",
  "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
  "\x1bP$qm\x1b\\",
  "\x1b[6n",
  "\x1b[c",
  "\x1bc",
  "\x1b",
  "\x1b[",
  "\x1b]0;never ended",
] as const;

const stream = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => Buffer.concat(pieces));

describe("any split of a stream", () => {
  test("gives the same screen and the same answers", async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(), { maxLength: 8 }), async (bytes, cuts) => {
        const seen = [];
        const places = [
          [],
          cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
          bytes.map((_, at) => at),
        ];
        for (const split of places) {
          const replies: string[] = [];
          const screen = await openScreen({ reply: (reply) => replies.push(reply) });
          let from = 0;
          for (const to of [...split, bytes.length]) {
            screen.feed(bytes.subarray(from, to));
            if (to % 3 === 0) await screen.settled();
            from = to;
          }
          await screen.settled();
          seen.push({ ...(all(screen) as object), replies: replies.join("") });
          screen.dispose();
        }
        expect(seen[1]).toEqual(seen[0]);
        expect(seen[2]).toEqual(seen[0]);
      }),
      { seed: 17, numRuns: 60 },
    );
  });
});

describe("a program cannot", () => {
  test("hold the host by counts that only repeat", async () => {
    const screen = await drawn("kept\x1b[2147483647L\x1b[2147483647S\x1b[2147483647b\x1b[2147483647I");
    expect(screen.drawing().rows[0]).toBe("kept");
  });

  test("make a cell grow without end", async () => {
    const screen = await drawn(`e${"\u0301".repeat(5000)}`);
    expect(screen.painted().join("").length).toBeLessThan(40 * 6 * 40);
  });

  test("make its title long, or put keys into it", async () => {
    expect((await drawn(`\x1b]0;${"t\x01".repeat(500)}\x07`)).title).toBe("t".repeat(200));
  });

  test("have its own text typed back", async () => {
    const replies: string[] = [];
    await drawn("\x1b]0;rm x\x07\x1b[21t\x1b[20t\x1bP$q\r\nrm x\r\x1b\\\x1b[6n", {
      reply: (reply) => replies.push(reply),
    });
    expect(replies.join("")).not.toContain("rm");
    expect(replies.join("")).toContain("\x1b[1;1R");
  });
});

describe("a screen", () => {
  test("tells its title, its bells and what the program asked of it", async () => {
    const screen = await drawn("\x1b]2;a title\x07\x07\x07\x1b[?1049h\x1b[?1h\x1b=\x1b[?2004h\x1b[?1000h\x1b[?25l");
    expect(screen.drawing()).toMatchObject({ title: "a title", bells: 2, isFullScreen: true, isCursorHidden: true });
    expect(screen.modes).toEqual({
      applicationCursor: true,
      keypad: true,
      bracketedPaste: true,
      mouse: true,
      cursorHidden: true,
      alternate: true,
    });
  });

  test("shows the cursor again after a reset", async () => {
    expect((await drawn("\x1b[?25l\x1bc")).modes.cursorHidden).toBe(false);
    expect((await drawn("\x1b[?25l\x1b[!p")).modes.cursorHidden).toBe(false);
  });

  test("says when it has more than it can draw, and when there is room", async () => {
    const screen = await openScreen();
    screen.feed(Buffer.from("a line of text\r\n".repeat(100_000)));
    expect(screen.isFull).toBe(true);
    await screen.room();
    expect(screen.isFull).toBe(false);
    await screen.settled();
    expect(screen.drawing().rows[0]).toBe("a line of text");
  });

  test("keeps so many lines above it and no more", async () => {
    const screen = await drawn(Array.from({ length: 500 }, (_, at) => `line ${at}\r\n`).join(""), { scrollback: 50 });
    expect(screen.scrollback(1000)).toHaveLength(50);
    expect(screen.scrollback(2)).toEqual(["line 493", "line 494"]);
    expect(screen.lastLines(2)).toEqual(["line 498", "line 499"]);
    expect(screen.lastLines(1000)).toHaveLength(55);
  });

  test("wraps what it shows anew when its size changes", async () => {
    const screen = await drawn("0123456789 0123456789\r\n", { cols: 30 });
    screen.resize({ cols: 10, rows: 6 });
    expect(screen.size).toEqual({ cols: 10, rows: 6 });
    expect(screen.drawing().rows.slice(0, 3)).toEqual(["0123456789", " 012345678", "9"]);
  });

  test("never shows what must be hidden, also when it goes over several rows or begins above", async () => {
    const secret = "SECRET0123456789SECRET0123456789SECRET";
    const screen = await drawn(`key ${secret} end`, { cols: 10, hide: (text) => text.replaceAll(secret, "[gone]") });
    const text = screen.drawing().rows.join("\n");
    expect(text).toContain("key [gone]");
    expect(text).not.toMatch(/SECRET|0123/);
    await draw(screen, "\r\n\n\n");
    expect(screen.drawing().rows.join("\n")).not.toMatch(/SECRET|0123/);
    expect(screen.painted().join("\n")).not.toMatch(/SECRET|0123/);
    for (const lines of [screen.scrollback(20), screen.lastLines(20)])
      expect(lines.join("\n")).not.toMatch(/SECRET|0123/);
  });

  test("tells what stands around the cursor", async () => {
    const screen = await drawn("one\r\ntwo\r\nPassword: ");
    expect(screen.nearCursor()).toEqual({ above: "one\ntwo", before: "Password: " });
  });

  test("marks a prompt, and reads what is typed behind it", async () => {
    const screen = await drawn("$ ");
    const prompt = screen.markPrompt();
    await draw(screen, "ls -la");
    expect(prompt?.typed()).toBe("ls -la");
  });

  test("lets nobody wait when it is gone", async () => {
    const screen = await openScreen();
    screen.feed(Buffer.alloc(2_000_000, "y\n"));
    const waiting = screen.settled();
    screen.dispose();
    await waiting;
  });
});
