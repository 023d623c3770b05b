import { expect, test } from "vitest";
import { acts, prints } from "../../../../../src/core/policy/tools/effect.ts";
import { awk } from "../../../../../src/core/policy/tools/languages/awk.ts";
import { FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const code = (text: string): unknown => ({ kind: "code", text, language: "awk" });

test("the first word is the program, the others are read", () => {
  expect(awk(callOf("awk {print} a.txt"))).toEqual([
    code("{print}"),
    { kind: "reads", path: "a.txt", unseen: false },
    prints(FILE),
  ]);
});

test("behind -f every word is read, and a program that the script wrote is known", () => {
  const call = callOf("awk -f x.awk a.txt");
  expect(awk(call)).toEqual([{ kind: "reads", path: "a.txt", unseen: false }, prints(FILE)]);
  call.scope.files.write(`${call.scope.cwd[0]}/x.awk`, "{print}");
  expect(awk(call)).toContainEqual(code("{print}"));
});

test("only the names of settings are shown by -F= '{ print $1 }'", () => {
  expect(awk(callOf(["awk", "-F=", "{ print $1 }", ".env"]))).toContainEqual({
    kind: "reads",
    path: ".env",
    unseen: true,
  });
  expect(awk(callOf(["awk", "-F=", "{ print $2 }", ".env"]))).toContainEqual({
    kind: "reads",
    path: ".env",
    unseen: false,
  });
});

test("awk may load a library and write in place", () => {
  expect(awk(callOf("awk -l ./x -i inplace {print} a.txt"))).toEqual([
    code("{print}"),
    acts("loader-variable", "./x"),
    { kind: "writes", path: "a.txt" },
    prints(FILE),
  ]);
});
