import { expect, test } from "vitest";
import { TypedLine } from "../../../src/core/terminal/typed-line.ts";
import { judge } from "../../../src/policy.ts";
import { judgeTypedLine, type TypedJudge } from "../../../src/tools/typing/judge-typed-line.ts";
import { terminalProcess } from "../../core/terminal/terminal-process.ts";

const policy: TypedJudge = async ({ text, cwd, stdin, isReadByBash }) =>
  judge(text, {
    cwd,
    home: "/home/u",
    workspace: "/work",
    ...(stdin === undefined ? {} : { stdin }),
    ...(isReadByBash === undefined ? {} : { isReadByBash }),
  });

/** Types lines one after another; returns what was found about the last. */
async function found(program: string, lines: readonly string[], cwd: string | undefined = "/work"): Promise<string> {
  const line = new TypedLine();
  const readers = [terminalProcess(program, { cwd })];
  let last = "";
  for (const text of lines) {
    const { verdict, isBegun } = await judgeTypedLine(text, { line, readers }, policy);
    const rules = [...new Set(verdict?.findings.map(({ rule }) => rule))].join();
    last = isBegun ? "begun" : `${verdict?.decision ?? "allow"} ${rules}`.trim();
    line.wasAccepted(text, isBegun);
  }
  return last;
}

test.each([
  ["bash", ["ls"], "allow"],
  ["bash", ["rm -rf /"], "deny delete-vital"],
  ["bash", ["y"], "allow"],
  ["bash", ["if true; then"], "begun"],
  ["bash", ["if true; then", "ls"], "begun"],
  ["bash", ["if true; then", "ls", "fi"], "allow"],
  ["bash", ["if true; then", "rm -rf /"], "deny syntax,delete-vital"],
  ["bash", [")"], "allow"],
  ["bash", ["f() { rm -rf /; }"], "deny delete-vital"],
  ["bash", ["x=/", "rm -rf $x"], "deny delete-unknown,delete-vital"],
  ["ssh host", ["rm -rf /"], "deny delete-vital"],
  ["tmux", ["rm -rf /"], "deny delete-vital"],
  ["python3", ["print(1)"], "allow"],
  ["python3", ["import os; os.system('rm -rf /')"], "deny delete-vital,run-hidden"],
  ["python3", ["import os", "os.system('rm -rf /')"], "deny delete-vital,run-hidden"],
  ["psql shop", ["select 1"], "allow"],
  ["psql shop", ["drop database shop"], "ask destroy-remote"],
] as const)("%s: %j is %s", async (program, lines, expected) => {
  expect(await found(program, lines)).toBe(expected);
});

test("what was asked about an earlier line is not asked again", async () => {
  expect(await found("psql shop", ["drop database shop", "select 1"])).toBe("allow");
});

test("a reader whose directory is hidden is a question", async () => {
  const line = new TypedLine();
  const readers = [terminalProcess("bash", { cwd: undefined })];
  expect((await judgeTypedLine("ls", { line, readers }, policy)).verdict?.findings).toMatchObject([
    { rule: "type-unknown" },
  ]);
});

test("the strictest of those who may read a line decides", async () => {
  const readers = [terminalProcess("python3"), terminalProcess("bash")];
  const { verdict } = await judgeTypedLine("rm -rf /", { line: new TypedLine(), readers }, policy);
  expect(verdict?.decision).toBe("deny");
});
