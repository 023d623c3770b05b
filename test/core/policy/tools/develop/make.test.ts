import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const decisionOf = (command: string): string => judge(command, PLACE).decision;

test.each([
  "printf 'x:\\n\\t@rm -rf ~\\n' | make -f -",
  "printf 'x:\\n\\t@rm -rf $$HOME\\n' | make -f /dev/stdin",
  "make -f <(printf 'x:\\n\\t@rm -rf $$HOME\\n')",
  "printf 'x:\\n\\t-@rm -rf $$HOME\\n' > x.mk; make -f x.mk",
  "make --eval='x: ; rm -rf ~'",
  "make X='$(shell rm -rf ~)'",
])("%s runs the recipe", (command) => expect(decisionOf(command)).toBe("deny"));

test.each([
  "make install DESTDIR=/tmp/x",
  "make install prefix=$PWD/out PREFIX=out",
  "make CC=gcc",
  "make -qC . install",
])("%s stays in the project", (command) => expect(decisionOf(command)).toBe("allow"));

test("a program that is more than a name is run", () => {
  expect(decisionOf("make CC='rm -rf ~; cc'")).toBe("deny");
  expect(decisionOf("make CXX=/usr/bin/g++")).toBe("allow");
});
