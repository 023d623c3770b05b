import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isPlainText } from "../../../../src/core/shell/bash/plain-text.ts";

test.each([
  "ls",
  "/bin/true",
  "git status",
  "npm run test:unit\n",
  "  make -j4 all",
  "env A=1 ./script.sh a,b x@y 50%",
  "echo done",
  "ls | cat",
  "git add . && git status | head -5 || true",
  "make; echo built\nls -l",
])("%j runs beside its shell", (text) => expect(isPlainText(text)).toBe(true));

test.each([
  "A=1",
  "A=1 ls",
  "ls $X",
  "ls ${X:=1}",
  "ls `x`",
  "ls > file",
  "ls; X=1",
  "ls\nX=1",
  "ls && cd /",
  "ls | read x",
  "ls &",
  "ls & ls",
  "ls |& cat",
  "ls *",
  "ls ~",
  "ls 'a'",
  "ls \\\nX=1",
  "f() { :; }",
  "if true; then ls; fi",
  "# nothing",
  "",
])("%j may change its shell", (text) => expect(isPlainText(text)).toBe(false));

test("of what bash runs itself, four commands change nothing", () => {
  const { stdout } = spawnSync("/bin/bash", ["-c", "compgen -b; compgen -k"], { encoding: "utf8" });
  const names = stdout.split("\n").filter(Boolean);
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter(isPlainText)).toEqual(["echo", "false", "test", "true"]);
});
