import { expect, test } from "vitest";
import { commandLists, isFileName, startsHarmful, tablesOf } from "../../../../src/core/policy/code/data-in-code.ts";
import { literalsOf } from "../../../../src/core/policy/code/literals.ts";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const listsOf = (code: string): readonly (readonly string[])[] =>
  commandLists(code, literalsOf(code, "javascript")).map((list) => list.map(({ value }) => value));

test("a file that is opened is no command, one that is only named may be", () => {
  expect(listsOf('writeFileSync("/tmp/x", "a")')).toEqual([]);
  expect(listsOf('run(f, { cwd: "/tmp" })')).toEqual([]);
  expect(listsOf('x = "/tmp/x"')).toEqual([["/tmp/x"]]);
  expect(listsOf('open("ls -l")')).toEqual([["ls -l"]]);
});

test("a path is a file but where programs lie", () => {
  expect(["/tmp/x", "a/b", "/bin/ls", "ls"].map(isFileName)).toEqual([true, true, false, false]);
});

test("a list of words is told from a command by its first word", () => {
  const starts = (code: string): boolean => startsHarmful(literalsOf(code, "python"));
  expect(starts('["rm", "-rf", "/"]')).toBe(true);
  expect(starts('{"get", "post", "delete"}')).toBe(false);
});

test("the cases of a test are data where the code starts no program", () => {
  expect(tablesOf('@pytest.mark.parametrize("a", [("rm -rf /", 1)])').length).toBe(1);
  expect(tablesOf('import subprocess\n@pytest.mark.parametrize("a", [("rm -rf /", 1)])')).toEqual([]);
});

test.each([
  [`python3 -c 'print([x for x in ("get", "post", "delete") if getattr(a, x, None)])'`, "allow"],
  [`python3 -c 'getattr(m, "call")(["rm", "-rf", "/"])'`, "deny"],
  [`node -e 'require("child_process").execSync("npm test"); fs.writeFileSync("/tmp/x.txt", "a")'`, "allow"],
  [`node -e 'const f = "/tmp/x.sh"; require("child_process").execSync(f)'`, "ask"],
])("%s: %s", (command, decision) => expect(judge(command, PLACE).decision).toBe(decision));
