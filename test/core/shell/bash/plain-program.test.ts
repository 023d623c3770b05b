import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isPlainProgram } from "../../../../src/core/shell/bash/plain-program.ts";

test.each([
  "ls",
  "/bin/true",
  "git status",
  "npm run test:unit\n",
  "  make -j4 all",
  "env A=1 ./script.sh a,b x@y 50%",
])("%j runs beside its shell", (text) => expect(isPlainProgram(text)).toBe(true));

test.each([
  "A=1",
  "A=1 ls",
  "ls $X",
  "ls ${X:=1}",
  "ls `x`",
  "ls > file",
  "ls; X=1",
  "ls\nX=1",
  "ls &",
  "ls | cat",
  "ls *",
  "ls ~",
  "ls 'a'",
  "f() { :; }",
  "# nothing",
  "",
])("%j may change its shell", (text) => expect(isPlainProgram(text)).toBe(false));

test("what bash runs itself is no program", () => {
  const { stdout } = spawnSync("/bin/bash", ["-c", "compgen -b; compgen -k"], { encoding: "utf8" });
  const names = stdout.split("\n").filter(Boolean);
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter(isPlainProgram)).toEqual([]);
});
