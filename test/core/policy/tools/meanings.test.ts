import { expect, test } from "vitest";
import { acts, executes, reads, shell, writes } from "../../../../src/core/policy/tools/effect.ts";
import { meant } from "../../../../src/core/policy/tools/meanings.ts";
import { ANY, FILE } from "../../../../src/core/policy/values/abstract-text.ts";

test("a value means what its column says", () => {
  expect(meant("shell", "ls")).toEqual([shell("ls")]);
  expect(meant("helper", "./x")).toEqual([shell("./x"), acts("run-helper", "./x")]);
  expect(meant("empties", "a")).toEqual([writes("a", "")]);
  expect(meant("counts", "a")).toEqual([{ kind: "reads", path: "a", unseen: true }]);
  expect(meant("deletes", "a")).toEqual([{ kind: "deletes", path: "a", recursive: true }]);
  expect(meant("sends", "a")).toEqual([reads("a"), { kind: "sends", to: ANY, data: FILE }]);
  expect(meant("text", "rm -rf /")).toEqual([]);
});

test("a loaded file may stand behind its key", () => {
  const loads = (path: string): unknown => [executes(path), { kind: "reads", path, unseen: true }];
  expect(meant("loads", "plugin=./x.js")).toEqual(loads("./x.js"));
  expect(meant("loads", "a=b")).toEqual(loads("a=b"));
});

test.each([
  ["borrowed", "/tmp/x", "./x"],
  ["scripts", "/tmp/x.sh", "/tmp/x.txt"],
  ["edits", "src/a.ts", "name"],
  ["size", "200G", "5M"],
  ["links", "https://a.example/x", "x.html"],
  ["sql", "DROP TABLE users", "SELECT 1"],
] as const)("%s: %s means something, %s nothing", (meaning, value, nothing) => {
  expect(meant(meaning, value)).toHaveLength(1);
  expect(meant(meaning, nothing)).toEqual([]);
});

test("the name of a language is code in it", () => {
  expect(meant("python", "print(1)")).toEqual([{ kind: "code", text: "print(1)", language: "python" }]);
});
