import { expect, test } from "vitest";
import { QUIET_SHELL_MS } from "../../../../src/core/base/limits.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { inputWaitOf } from "../../../../src/core/shell/background/input-wait.ts";
import { NewlyWaiting } from "../../../../src/core/shell/background/newly-waiting.ts";
import type { ShellProcess } from "../../../../src/core/shell/background/shell-process.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { jumpingClock } from "../../../support/time-jumps.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const waiting = async (shell: ShellProcess): Promise<void> =>
  waitUntil("it to wait for input", () => inputWaitOf(shell) !== undefined);

test("a shell that waits is taken once, and again when it printed something and waits anew", async () => {
  const { jump } = jumpingClock();
  const newly = new NewlyWaiting();
  const shell = await testManager().createShell("cat", "/tmp");
  await waiting(shell);
  expect(newly.take(shell)).toBeUndefined(); // it may just have printed
  jump(QUIET_SHELL_MS);
  expect(newly.take(shell)).toEqual({ program: "cat", canBeTyped: true });
  jump(QUIET_SHELL_MS);
  expect(newly.take(shell)).toBeUndefined();
  await shell.input?.write(Buffer.from("echoed\n"), { limitMs: 60_000 });
  await waitUntil("it to print", () => shell.transcript.bytes.stdout > 0);
  expect(newly.take(shell)).toBeUndefined();
  await waiting(shell);
  jump(QUIET_SHELL_MS);
  expect(newly.take(shell)).toEqual({ program: "cat", canBeTyped: true });
});

test("what was told by other means is not taken, and neither is a shell that works in silence", async () => {
  const { jump } = jumpingClock();
  const newly = new NewlyWaiting();
  const manager = testManager();
  const [reader, sleeper] = [await manager.createShell("cat", "/tmp"), await manager.createShell("sleep 300", "/tmp")];
  await waiting(reader);
  newly.told(reader);
  newly.take(sleeper);
  jump(QUIET_SHELL_MS);
  expect([newly.take(reader), newly.take(sleeper)]).toEqual([undefined, undefined]);
});

test("what is typed reaches a program on the shell's terminal, and none that waits for a FIFO", async () => {
  const manager = testManager();
  const size = { cols: 80, rows: 24 };
  const onTerminal = await manager.startShell(trust("cat"), { workingDir: "/tmp", terminal: size });
  const onFifo = await manager.createShell("mkfifo pipe; cat pipe", tempDir());
  await Promise.all([waiting(onTerminal), waiting(onFifo)]);
  expect(inputWaitOf(onTerminal)).toEqual({ program: "cat", canBeTyped: true });
  // At first bash itself may be seen in its open of the FIFO.
  expect(inputWaitOf(onFifo)).toMatchObject({ canBeTyped: false });
});
