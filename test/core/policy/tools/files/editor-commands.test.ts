import { describe, expect, test } from "vitest";
import { acts, executes, reads, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { ed, vim } from "../../../../../src/core/policy/tools/files/editor-commands.ts";
import { callOf } from "../../../../support/tool-call.ts";

describe("a command of vim", () => {
  test.each([
    [":!ls -l", [shell("ls -l")]],
    ["silent !ls", [shell("ls")]],
    ["term ls", [shell("ls")]],
    ["call system('ls')", [shell("ls")]],
    ["w! ~/.bashrc", [writes("/home/dev/.bashrc")]],
    ["w out.txt", [writes("out.txt")]],
    ["source x.vim", [executes("x.vim")]],
    ["python print(1)", [{ kind: "code", text: "print(1)", language: "python" }]],
    ["set makeprg=./x", [shell("./x"), acts("run-helper")]],
    ["e ~/a", [reads("/home/dev/a")]],
    ["set number", []],
  ])("%s", (command, effects) => {
    expect(vim(callOf(["vim", "-c", command]))).toEqual(effects);
  });

  test("may also stand behind a plus, or come in", () => {
    expect(vim(callOf(["vim", "+!ls", "a.txt"]))).toEqual([shell("ls")]);
    expect(vim(callOf("vim -es", "w x\nq"))).toEqual([writes("x")]);
  });

  test("may stand in a file, unless vim is told to read none", () => {
    expect(vim(callOf("vim -S x.vim -u NONE"))).toEqual([executes("x.vim")]);
  });
});

test("ed runs and writes by the lines that come in", () => {
  expect(ed(callOf("ed a", "1,2p\n!ls\nw b\nr !date\nq"))).toEqual([shell("ls"), writes("b"), shell("date")]);
});
