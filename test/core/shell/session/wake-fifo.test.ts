import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WakeFifo } from "../../../../src/core/shell/session/wake-fifo.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function openFifo(): { readonly wake: WakeFifo; readonly read: () => string } {
  const path = join(tempDir(), "c");
  execFileSync("mkfifo", [path]);
  const wake = new WakeFifo(path);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => {
    closeSync(reader);
    wake.close();
  });
  const read = (): string => {
    const bytes = Buffer.alloc(100);
    return bytes.toString("utf8", 0, readSync(reader, bytes));
  };
  return { wake, read };
}

test("a nonce that is sent is read once", () => {
  const { wake, read } = openFifo();
  wake.send("nonce");
  expect(read()).toBe("nonce");
  expect(read).toThrow("EAGAIN");
});

test("what nobody took is emptied out", () => {
  const { wake, read } = openFifo();
  wake.send("nobody's");
  wake.emptyOut();
  wake.emptyOut();
  wake.send("next");
  expect(read()).toBe("next");
});

test("a process with another stdin is seen to have one; of a process that is gone nothing is seen", () => {
  const { wake } = openFifo();
  expect(wake.isStdinOf({ pid: process.pid, startTime: "" })).toBe(false);
  expect(wake.isStdinOf({ pid: 2 ** 30, startTime: "" })).toBeUndefined();
});
