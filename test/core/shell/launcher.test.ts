import { chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitsOf, START_ATTEMPTS } from "../../../src/core/base/limits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import type { Sandbox } from "../../../src/core/sandbox/sandbox.ts";
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

test("a bash that the system replaces while a shell starts costs neither this shell nor the next", async () => {
  const bash = join(tempDir(), "bash");
  copyFileSync("/bin/bash", bash);
  const manager = testManager({ bash });
  await (await manager.createShell("true", "/tmp")).wait();
  const hosts = join(manager.stateDir, "hosts");
  const runs = (): string =>
    readdirSync(hosts)
      .flatMap((host) => readdirSync(join(hosts, host, "run")))
      .join(" ");
  const before = runs();
  const first = manager.createShell("echo first", "/tmp");
  while (runs() === before) await nextTurn(); // it has its directory, and its bash has not spoken yet
  await nextTurn();
  chmodSync(bash, 0o755); // the kernel notes the time
  const second = manager.createShell("echo second", "/tmp");
  const shells = await Promise.all([first, second]);
  await Promise.all(shells.map((shell) => shell.wait()));
  expect(shells.map((shell) => shell.getAllOutput())).toEqual(["first\n", "second\n"]);
});

/** A wall of which the first plans cannot be built, because somebody moved what they are made of. */
function movedWall(failing: number): { readonly sandbox: Sandbox; readonly heard: string[] } {
  const none = createNoSandbox(limitsOf());
  const heard: string[] = [];
  const moved = { file: "/bin/sh", args: ["-c", "echo it was moved; exit 1"], cwd: "/", env: {} };
  const sandbox: Sandbox = {
    ...none,
    containment: { level: "full", reasons: [] },
    wrap: (plan, directories) => {
      heard.push("planned");
      const wrapped = none.wrap(
        heard.filter((what) => what === "planned").length > failing ? plan : moved,
        directories,
      );
      return { ...wrapped, ended: () => void heard.push("given up") };
    },
  };
  return { sandbox, heard };
}

test("a wall that could not be built is planned anew, and what was held for it is given up", async () => {
  const { sandbox, heard } = movedWall(2);
  const manager = testManager({ sandbox: async () => sandbox });
  const shell = await manager.createShell("echo up", "/tmp");
  await shell.wait();
  expect(shell.getAllOutput()).toBe("up\n");
  expect(heard.slice(0, 5)).toEqual(["planned", "given up", "planned", "given up", "planned"]);
});

test("one that cannot be built at all fails after some attempts, and nothing is held for it", async () => {
  const { sandbox, heard } = movedWall(Number.POSITIVE_INFINITY);
  const manager = testManager({ sandbox: async () => sandbox });
  await expect(manager.createShell("echo up", "/tmp")).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining("it was moved"),
  });
  expect(heard).toEqual(Array.from({ length: START_ATTEMPTS }, () => ["planned", "given up"]).flat());
});
