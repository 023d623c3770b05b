import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { ProgramDir } from "../../../../src/core/shell/bash/program-dir.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const placeOf = (path: string): { device: number; inode: number } => {
  const { dev, ino } = statSync(path);
  return { device: dev, inode: ino };
};

test("a host's bash is a copy that can be run and not be read, and says the system's name of itself", async () => {
  const programs = new ProgramDir(tempDir());
  expect(programs.isWhole).toBe(false);
  const { file, args, home } = programs.for("/bin/bash");
  expect([file, args[0], readdirSync(home).toSorted()]).toEqual(["bin/bash", "/bin/bash", ["bash", "bin"]]);
  expect(statSync(join(home, file)).mode & 0o777).toBe(0o111);
  const ran = await runFile({ file: join(home, file), args: ["-c", "echo $((6 * 7))"], cwd: "/", env: {} });
  expect([ran.exitCode, ran.stdout]).toEqual([0, "42\n"]);
});

test("one copy serves every bash of a host", async () => {
  const programs = new ProgramDir(tempDir());
  const { home } = programs.for("/bin/bash");
  expect(programs.for("/bin/bash").home).toBe(home);
  expect([programs.isWhole, await programs.isOpenedBy(placeOf(home)), await programs.isOpenedBy(placeOf("/"))]).toEqual(
    [true, true, false],
  );
});

test("the copy is made anew when the system's bash is another", async () => {
  const dir = tempDir();
  const bash = join(dir, "system-bash");
  copyFileSync("/bin/bash", bash);
  const programs = new ProgramDir(dir);
  const { home } = programs.for(bash);
  copyFileSync("/bin/bash", join(dir, "new"));
  renameSync(join(dir, "new"), bash);
  expect(programs.for(bash).home).not.toBe(home);
});

const REPLACEMENTS: Readonly<Record<string, (home: string) => void>> = {
  "another program": (home) => {
    unlinkSync(join(home, "bin/bash"));
    copyFileSync("/bin/true", join(home, "bin/bash"));
  },
  "another script": (home) => {
    unlinkSync(join(home, "bash"));
    symlinkSync("/dev/null", join(home, "bash"));
  },
  "another folder": (home) => {
    renameSync(join(home, "bin"), join(home, "old"));
    mkdirSync(join(home, "bin"));
    linkSync(join(home, "old/bash"), join(home, "bin/bash"));
  },
  "a file more": (home) => mkdirSync(join(home, "more")),
  "the same file, moved there and back": (home) => {
    renameSync(join(home, "bash"), join(home, "away"));
    renameSync(join(home, "away"), join(home, "bash"));
  },
};

test.each(Object.entries(REPLACEMENTS))("%s in the directory is seen, and costs the copy", async (_, replace) => {
  const programs = new ProgramDir(tempDir());
  const { home } = programs.for("/bin/bash");
  expect(await programs.isOpenedBy(placeOf(home))).toBe(true); // a tick of the kernel's clock has passed
  replace(home);
  expect([programs.isWhole, await programs.isOpenedBy(placeOf(home))]).toEqual([false, false]);
  expect(programs.for("/bin/bash").home).not.toBe(home);
  expect(programs.isWhole).toBe(true);
});

test("a directory that is gone is not whole", async () => {
  const programs = new ProgramDir(tempDir());
  const { home } = programs.for("/bin/bash");
  renameSync(home, `${home}-away`);
  expect([programs.isWhole, await programs.isOpenedBy(placeOf(`${home}-away`))]).toEqual([false, false]);
});

test("what a command puts there within the first tick of the clock is found too", async () => {
  const parent = tempDir();
  const programs = new ProgramDir(parent);
  const { home } = programs.for("/bin/bash");
  const place = placeOf(home);
  unlinkSync(join(home, "bash"));
  symlinkSync("/dev/null", join(home, "bash"));
  expect([await programs.isOpenedBy(place), programs.isWhole, readdirSync(parent)]).toEqual([false, false, []]);
});

test("callers share one copy, and a replaced one is removed", () => {
  const parent = tempDir();
  const programs = new ProgramDir(parent);
  const one = programs.for("/bin/bash");
  expect(programs.for("/bin/bash")).toEqual(one);
  mkdirSync(join(one.home, "more"));
  programs.for("/bin/bash");
  expect(readdirSync(parent)).toHaveLength(1);
});
