import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("working directories with spaces, quotes and newlines just work", async () => {
  const manager = testManager();
  const odd = join(tempDir(), "a b'c\"d\n$e");
  mkdirSync(odd);
  expect((await run(manager, "pwd; touch 'f g'; ls", { workingDir: odd })).stdout).toBe(`${odd}\nf g\n`);
  await run(manager, "kill -9 $$", { workingDir: odd });
  expect((await run(manager, "pwd", { workingDir: odd })).stdout).toBe(`${odd}\n`);
  const shell = await manager.createShell("pwd", odd);
  await shell.wait();
  expect(shell.getAllOutput()).toBe(`${odd}\n`);
});

test("a working directory that cannot be used is refused in a sentence, and the session can be tried again", async () => {
  const manager = testManager();
  const dir = tempDir();
  const [missing, file] = [join(dir, "missing"), join(dir, "file")];
  writeFileSync(file, "");
  await expect(manager.createShell("true", missing)).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
    message: expect.stringContaining(`${missing} does not exist`),
  });
  await expect(manager.createShell("true", file)).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
    message: expect.stringContaining("is not a directory"),
  });
  await expect(run(manager, "true", { workingDir: missing })).rejects.toMatchObject({ code: "DIRECTORY_UNUSABLE" });
  mkdirSync(missing);
  expect((await run(manager, "pwd", { workingDir: missing })).stdout).toBe(`${missing}\n`);
});

test("a bash that is missing is a fault that says what to do", async () => {
  const manager = testManager({ bash: "/no/such/bash" });
  await expect(manager.createShell("true", "/tmp")).rejects.toMatchObject({
    code: "BASH_MISSING",
    message: expect.stringContaining("install bash"),
  });
});
