import { execFileSync } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { PipeEnds } from "../../../../src/core/process/pipe/pipe-ends.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** More than a pipe holds. */
const LONG = "0123456789".repeat(40_000);

/** A pipe's two descriptors, neither of which blocks. */
function pipe(): { readonly reading: number; readonly writing: number } {
  const path = join(tempDir(), "fifo");
  execFileSync("mkfifo", [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reading, writing: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
}

const isOpen = (fd: number): boolean => {
  try {
    return fstatSync(fd).isFIFO();
  } catch {
    return false;
  }
};

/** What both ends of a pipe do, however they learn of it. */
export function pipeEndsContract(ends: PipeEnds): void {
  function listen(fd: number): { text: string; closings: number; close(): void } {
    const heard = { text: "", closings: 0, close: (): void => undefined };
    const reader = ends.read(fd, {
      onBytes: (chunk) => {
        heard.text += chunk.toString("latin1");
      },
      onClose: () => {
        heard.closings += 1;
      },
    });
    heard.close = () => reader.close();
    onTestFinished(heard.close);
    return heard;
  }

  test("what is written is heard in its order, and the last writer's end closes the reader", async () => {
    const { reading, writing } = pipe();
    const heard = listen(reading);
    writeSync(writing, "one ");
    await waitUntil("the first words", () => heard.text === "one ");
    writeSync(writing, "two");
    await waitUntil("the second words", () => heard.text === "one two");
    expect(heard.closings).toBe(0);
    closeSync(writing);
    await waitUntil("the end", () => heard.closings === 1);
    expect(isOpen(reading)).toBe(false);
  });

  test("a reader that is closed hears nothing more, says so once, and gives its descriptor back", async () => {
    const { reading, writing } = pipe();
    const heard = listen(reading);
    heard.close();
    heard.close();
    await waitUntil("the closing", () => heard.closings === 1);
    expect(() => writeSync(writing, "late")).toThrow("EPIPE");
    closeSync(writing);
    expect([heard.text, heard.closings, isOpen(reading)]).toEqual(["", 1, false]);
  });

  test("a text that is longer than the pipe arrives whole, and then the end", async () => {
    const { reading, writing } = pipe();
    const heard = listen(reading);
    ends.write(writing).end(LONG);
    await waitUntil("the end", () => heard.closings === 1);
    expect(heard.text === LONG).toBe(true);
    expect(isOpen(writing)).toBe(false);
  });

  test("a writer waits for a reader that takes its time", async () => {
    const { reading, writing } = pipe();
    const writer = ends.write(writing);
    onTestFinished(() => void writer.destroy());
    let isWritten = false;
    writer.write(LONG, () => {
      isWritten = true;
    });
    const buffer = Buffer.alloc(4096);
    let length = 0;
    await waitUntil("all of it", () => {
      try {
        length += readSync(reading, buffer, 0, buffer.length, null);
      } catch {
        return false; // nothing there yet
      }
      return length === LONG.length;
    });
    await waitUntil("the writer's word", () => isWritten);
    closeSync(reading);
  });

  test("a writer without a reader is told", async () => {
    const { reading, writing } = pipe();
    closeSync(reading);
    const writer = ends.write(writing);
    let code: unknown;
    writer.on("error", (error: NodeJS.ErrnoException) => {
      code = error.code;
    });
    writer.write("nobody hears");
    await waitUntil("the fault", () => code === "EPIPE");
    await waitUntil("the descriptor's end", () => !isOpen(writing));
  });
}
