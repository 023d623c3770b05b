import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Quarantine } from "../../../../src/core/sandbox/guard/quarantine.ts";
import { quarantineOf } from "../../../../src/core/sandbox/guard/quarantine-record.ts";
import { type CliRun, cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const restore = (stateDir: string, ...words: readonly string[]): Promise<CliRun> =>
  cli(["restore", "--state-dir", stateDir, ...words]);

test("what was taken away is listed, and put back by its id", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  const path = join(workspace, ".envrc");
  writeFileSync(path, "text");
  new Quarantine(workspace, quarantineOf(stateDir)).takeAway(path, "it runs");
  const [item] = JSON.parse((await restore(stateDir, "--json", "--quarantine")).stdout);
  expect(item).toEqual({
    id: expect.stringMatching(/^\w{8}$/),
    path,
    why: "it runs",
    takenAt: expect.any(String),
    kept: expect.any(String),
  });
  expect((await restore(stateDir, "--quarantine")).stdout).toMatch(
    new RegExp(`^ID .*WHY\\n${item.id} .*${path} +it runs\\n$`),
  );
  writeFileSync(path, "mine");
  expect(await restore(stateDir, "--quarantine", item.id)).toEqual({
    code: 1,
    stdout: "",
    stderr: `nacre: something stands at ${path}, and nothing is written over it: move it away first\n`,
  });
  expect(JSON.parse((await restore(stateDir, "--json", "--quarantine", item.id)).stdout).restored).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("mine");
  rmSync(path);
  expect(await restore(stateDir, "--quarantine", item.id)).toEqual({
    code: 0,
    stdout: `put back ${path}\n`,
    stderr: "",
  });
  expect(readFileSync(path, "utf8")).toBe("text");
  expect((await restore(stateDir, "--quarantine")).stdout).toBe("nothing that was taken away is kept\n");
});

test("an id that is not there, and an id too many, are said", async () => {
  const stateDir = tempDir();
  expect(await restore(stateDir, "--quarantine", "nope")).toEqual({
    code: 1,
    stdout: "",
    stderr: "nacre: nothing with the id nope is kept; nothing is\n",
  });
  expect((await restore(stateDir, "copy", "--quarantine", "nope")).code).toBe(2);
});
