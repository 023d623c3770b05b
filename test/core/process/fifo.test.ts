import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { Fifo } from "../../../src/core/process/fifo.ts";
import { endsLooked } from "../../../src/core/process/pipe/ends-looked.ts";
import { endsTold } from "../../../src/core/process/pipe/ends-told.ts";
import type { PipeEnds } from "../../../src/core/process/pipe/pipe-ends.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

type Heard = { readonly path: string; readonly fifo: Fifo; text: string };

function listen(ends: PipeEnds): Heard {
  const path = join(tempDir(), "fifo");
  execFileSync("mkfifo", [path]);
  const heard: Heard = {
    path,
    fifo: new Fifo(
      path,
      (chunk) => {
        heard.text += chunk.toString();
      },
      ends,
    ),
    text: "",
  };
  onTestFinished(() => heard.fifo.close());
  return heard;
}

const openWriter = (path: string): number => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);

describe.each([
  { how: "told", ends: endsTold },
  { how: "looked", ends: endsLooked },
])("$how", ({ ends }) => {
  test("one writer after another is heard, and between them the FIFO is free", () => {
    const heard = listen(ends);
    for (const words of ["one ", "two"]) {
      const writer = openWriter(heard.path);
      writeSync(writer, words);
      closeSync(writer);
      expect(heard.fifo.readRest()).toBe("free");
    }
    expect(heard.text).toBe("one two");
  });

  test("a free FIFO goes on, for a writer that comes at once or later", async () => {
    const heard = listen(ends);
    for (const words of ["at once", ", and later"]) {
      expect([heard.fifo.readRest(), heard.fifo.readRest(), heard.fifo.isLinked]).toEqual(["free", "free", true]);
      const writer = openWriter(heard.path);
      writeSync(writer, words);
      await waitUntil("the words", () => heard.text.endsWith(words));
      closeSync(writer);
      expect(heard.fifo.readRest()).toBe("free");
      await setImmediate();
    }
    expect(heard.fifo.isLinked).toBe(true);
  });

  test("a FIFO that a writer still has open is held, and what is there is read all the same", () => {
    const heard = listen(ends);
    const writer = openWriter(heard.path);
    writeSync(writer, "so far");
    expect([heard.fifo.readRest(), heard.text]).toEqual(["held", "so far"]);
    closeSync(writer);
    expect(heard.fifo.readRest()).toBe("free");
  });

  test("a released FIFO ends when its last writer is gone", async () => {
    const heard = listen(ends);
    let ended = false;
    heard.fifo.onEnd = () => {
      ended = true;
    };
    const writer = openWriter(heard.path);
    heard.fifo.release();
    writeSync(writer, "last words");
    await waitUntil("the last words", () => heard.text === "last words");
    expect(ended).toBe(false);
    closeSync(writer);
    await waitUntil("the end", () => ended);
  });

  test("a FIFO knows when its path is deleted, and a closed one reads nothing", () => {
    const heard = listen(ends);
    expect(heard.fifo.isLinked).toBe(true);
    rmSync(heard.path);
    expect(heard.fifo.isLinked).toBe(false);
    heard.fifo.close();
    expect([heard.fifo.isLinked, heard.fifo.drain()]).toEqual([false, "held"]);
  });
});

test("what is no FIFO is refused", () => {
  const path = join(tempDir(), "plain");
  writeFileSync(path, "x");
  expect(() => new Fifo(path, () => undefined)).toThrow(/deleted or replaced/);
});
