import { expect, test } from "vitest";
import { HeldCode } from "../../../../src/core/shell/session/held-code.ts";

const codeWith = (...names: readonly string[]): HeldCode => new HeldCode(() => names);

test("a function called exec is known from the last save, and from the text that defines it", () => {
  const code = codeWith("exec");
  expect(code.hidesExec("")).toBe(true);
  code.take(() => ["g"]);
  expect([code.hidesExec("exec ls"), code.hidesExec("exec () { :; }"), code.hidesExec("")]).toEqual([
    false,
    true,
    true,
  ]);
});

test("bash may end in a text that kills, names a function, or follows one that may have defined some", () => {
  const code = codeWith("f");
  expect(code.mayEndIn("kill -9 $$")).toBe(true);
  expect([code.mayEndIn("f"), code.mayEndIn("g() { :; }"), code.mayEndIn("echo x")]).toEqual([true, true, false]);
  code.noteText("echo x");
  expect(code.mayEndIn("h")).toBe(false);
  code.noteText("h() { h; }");
  expect(code.mayEndIn("h")).toBe(true);
  code.take(() => ["h"]);
  expect([code.mayEndIn("h"), code.mayEndIn("echo x")]).toEqual([true, false]);
});
