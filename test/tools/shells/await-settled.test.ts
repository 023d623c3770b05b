import { expect, test } from "vitest";
import { trust } from "../../../src/core/permission/cleared.ts";
import type { ShellProcess } from "../../../src/core/shell/background/shell-process.ts";
import { awaitSettled, printedBy } from "../../../src/tools/shells/await-settled.ts";
import { testManager } from "../../support/shells.ts";

test("the wait ends when the shell reads again, when it ends, when the caller gives up, and with its time", async () => {
  const manager = testManager();
  const start = (text: string): Promise<ShellProcess> => manager.startShell(trust(text), { workingDir: "/tmp" });
  const reader = await start("while read -r x; do echo $x; done");
  const printed = printedBy(reader);
  await reader.input?.write(Buffer.from("hello\n"), { limitMs: 1000 });
  await awaitSettled(reader, { limitMs: 60_000, printed });
  expect(reader.getAllOutput()).toBe("hello\n");
  const short = await start("echo done");
  await awaitSettled(short, { limitMs: 60_000, printed: 0 });
  expect(short.hasEnded).toBe(true);
  const busy = await start("while :; do echo x; done");
  await awaitSettled(busy, { limitMs: 1, printed: 0 });
  await awaitSettled(busy, { limitMs: 60_000, printed: 0, signal: AbortSignal.abort() });
  expect(busy.isRunning).toBe(true);
});
