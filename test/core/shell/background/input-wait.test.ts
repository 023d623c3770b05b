import { expect, test } from "vitest";
import { descendantsOf } from "../../../../src/core/process/descendants.ts";
import type { Identity } from "../../../../src/core/process/identity.ts";
import { inputWaitOf } from "../../../../src/core/shell/background/input-wait.ts";
import type { ShellProcess } from "../../../../src/core/shell/background/shell-process.ts";
import { identityNow, ownBash } from "../../../support/own-bash.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** A shell with these processes, of which one reads its input; `terminal`: it has one. */
const shell = (processes: () => readonly Identity[], reader?: string, terminal?: object): ShellProcess =>
  ({ processes, readerAmong: () => reader, terminal }) as unknown as ShellProcess;

test("a reader of the shell's own input can be typed to", () => {
  expect(inputWaitOf(shell(() => [], "cat"))).toEqual({ program: "cat", canBeTyped: true });
  expect(inputWaitOf(shell(() => []))).toBeUndefined();
});

test("one that waits for what the shell has no end of can be typed to only on a terminal", async () => {
  const pid = ownBash(`mkfifo ${tempDir()}/fifo && cat "$_"; true`);
  const all = (): readonly Identity[] => [identityNow(pid), ...descendantsOf(pid)];
  await waitUntil("cat to wait", () => inputWaitOf(shell(all))?.program === "cat");
  expect(inputWaitOf(shell(all))).toEqual({ program: "cat", canBeTyped: false });
  expect(inputWaitOf(shell(all, undefined, {}))).toEqual({ program: "cat", canBeTyped: true });
});
