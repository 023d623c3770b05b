import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

const lock = new URL("../../scripts/lock.mjs", import.meta.url).href;

/** A process that holds the lock of this name until it is killed. */
const HOLD = `
  import { withLock } from "${lock}";
  await withLock(process.argv[1], () => { console.log("held"); return new Promise(() => setInterval(() => {}, 1000)); });
`;
const COUNT = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { withLock } from "${lock}";
  await withLock(process.argv[1], async () => {
    const seen = Number(readFileSync(process.argv[2], "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(process.argv[2], String(seen + 1));
  });
`;

test("what is done under a lock is done one at a time, and a holder that was killed holds nobody up", async () => {
  const directory = tempDir();
  const counter = join(directory, "counter");
  writeFileSync(counter, "0");
  const start = (code: string): ReturnType<typeof spawn> =>
    spawn(process.execPath, ["--input-type=module", "-e", code, directory, counter]);
  const holder = start(HOLD);
  onTestFinished(() => void holder.kill("SIGKILL"));
  let said = "";
  holder.stdout?.on("data", (chunk) => {
    said += String(chunk);
  });
  await waitUntil("the lock to be held", () => said.includes("held"));
  const counting = Array.from({ length: 4 }, () => once(start(COUNT), "exit"));
  holder.kill("SIGKILL");
  expect((await Promise.all(counting)).map(([code]) => Number(code))).toEqual([0, 0, 0, 0]);
  expect(readFileSync(counter, "utf8")).toBe("4");
});

test("who had to wait is told so: somebody else may have done the work", async () => {
  const name = tempDir();
  const tell = ({ waited }: { waited: boolean }): boolean => waited;
  const { withLock } = await import(lock);
  const { first, second } = await withLock(name, (told: { waited: boolean }) => ({
    first: tell(told),
    second: withLock(name, tell),
  }));
  expect([first, await second]).toEqual([false, true]);
});
