import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { cli } from "../../../support/cli.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { TestTerminal } from "../../../support/test-terminal.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("the user watches a shell, takes it over, hands it back and leaves, and the journal does not know what was typed", async () => {
  const manager = testManager();
  const shell = await manager.startShell(trust("read -p 'name? ' a; echo hi $a; read -p 'more? ' b"), {
    workingDir: "/tmp",
    terminal: { cols: 60, rows: 10 },
  });
  const words = [join(process.cwd(), "bin/nacre.js"), "attach", shell.id, "--state-dir", manager.stateDir];
  const user = await TestTerminal.open([process.execPath, ...words], tempDir());
  onTestFinished(() => user.close());
  const shows = (text: string): Promise<void> =>
    waitUntil(text, () => user.screen.drawing().rows.join("\n").includes(text));
  await shows("name?");
  await shows("watching");
  expect(shell.terminal?.isHeld).toBe(false);
  await user.write(Buffer.from("t"));
  await shows("you type");
  await waitUntil("the hold", () => shell.terminal?.isHeld === true);
  await user.write(Buffer.from("hunter2\r"));
  await shows("hi hunter2");
  await user.write(Buffer.from("\x1d"));
  await shows("watching");
  await waitUntil("the hand back", () => shell.terminal?.isHeld === false);
  await user.write(Buffer.from("q"));
  await waitUntil("nacre attach to end", async () => (await user.facts()) === undefined);
  expect(shell.isRunning).toBe(true);
  const journal = join(manager.stateDir, "journal");
  const entries = readdirSync(journal).map((file) => readFileSync(join(journal, file), "utf8"));
  expect(entries.join("")).toContain('"shell-typed"');
  expect(entries.join("")).not.toContain("hunter2");
});

test("in the shell of an agent it is refused", async () => {
  const { code, stderr } = await cli(["attach", "shell_1"], { env: { NACRE_HOST: "x" } });
  expect([code, stderr]).toEqual([126, expect.stringContaining("attach is for the user")]);
});

test("without a terminal it says what to do instead", async () => {
  const { code, stderr } = await cli(["attach", "shell_1"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("nacre logs -f")]);
});
