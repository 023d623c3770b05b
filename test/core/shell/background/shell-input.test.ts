import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { trust } from "../../../../src/core/permission/cleared.ts";
import type { ShellProcess } from "../../../../src/core/shell/background/shell-process.ts";
import { testManager } from "../../../support/shells.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const started = (text: string): Promise<ShellProcess> => testManager().startShell(trust(text), { workingDir: "/tmp" });
const LIMITS = { limitMs: 60_000 };

test("two callers at once do not mix their texts, and the end comes behind both", async () => {
  const shell = await started("sha1sum; echo end");
  const { input } = shell;
  if (input === undefined) throw new Error("no input");
  const [one, two] = [Buffer.alloc(300_000, "1"), Buffer.alloc(300_000, "2")];
  const written = Promise.all([input.write(one, LIMITS), input.write(two, LIMITS)]);
  input.end();
  expect(input.isEnded).toBe(true);
  expect(await written).toMatchObject([
    { taken: 300_000, isOpen: true },
    { taken: 300_000, isOpen: true },
  ]);
  expect(await shell.wait(60_000)).toBe(0);
  expect(shell.getAllOutput()).toContain(createHash("sha1").update(one).update(two).digest("hex"));
});

test("a shell that is gone takes nothing, and its input is no fault", async () => {
  const shell = await started("true");
  const { input } = shell;
  await shell.wait(60_000);
  await shell.close();
  expect(shell.input).toBeUndefined();
  expect(await input?.write(Buffer.from("x"), LIMITS)).toEqual({ taken: 0, unread: 0, isOpen: false });
});

test("a caller that gives up stops a long text", async () => {
  const shell = await started("sleep 60");
  const stop = new AbortController();
  const written = shell.input?.write(Buffer.alloc(900_000), { ...LIMITS, signal: stop.signal });
  stop.abort();
  expect((await written)?.taken).toBeLessThan(900_000);
});

test("the program that reads the input is known, also bash itself, and only while it waits", async () => {
  const shell = await started("read -r x; cat; sleep 60");
  await waitUntil("bash to read", () => shell.reader === "bash");
  await shell.input?.write(Buffer.from("line\n"), LIMITS);
  await waitUntil("cat to read", () => shell.reader === "cat");
  shell.input?.end();
  await waitUntil("sleep to begin", () => shell.reader === undefined);
});
