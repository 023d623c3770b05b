import { expect, test } from "vitest";
import { acts, executes, prints, reads, runs, shell, writes } from "../../../../src/core/policy/tools/effect.ts";

test("an effect names what it is about", () => {
  expect([prints("a"), reads("a"), runs(["ls", "a"]), shell("ls a")]).toEqual([
    { kind: "prints", text: "a" },
    { kind: "reads", path: "a" },
    { kind: "runs", argv: ["ls", "a"] },
    { kind: "code", text: "ls a", language: "shell" },
  ]);
});

test("what is not told is left out", () => {
  expect(Object.keys(acts("publish"))).toEqual(["kind", "rule"]);
  expect(Object.keys(writes("a"))).toEqual(["kind", "path"]);
  expect(Object.keys(executes("a.py"))).toEqual(["kind", "path", "args"]);
});

test("what is told is kept, an empty text too", () => {
  expect(acts("publish", "npm")).toEqual({ kind: "acts", rule: "publish", detail: "npm" });
  expect(writes("a", "")).toEqual({ kind: "writes", path: "a", content: "" });
  expect(executes("a.py", ["b"], "python")).toEqual({
    kind: "executes",
    path: "a.py",
    args: ["b"],
    language: "python",
  });
});
