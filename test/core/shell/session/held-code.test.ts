import { expect, test } from "vitest";
import { HeldCode } from "../../../../src/core/shell/session/held-code.ts";

const codeWith = (...functions: readonly string[]): HeldCode => new HeldCode(() => ({ functions, unnamed: [] }));

test("a function called exec is known from the last save, and from the text that defines it", () => {
  const code = codeWith("exec");
  expect(code.hidesExec("")).toBe(true);
  code.take(() => ({ functions: ["g"], unnamed: [] }));
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
  code.take(() => ({ functions: ["h"], unnamed: [] }));
  expect([code.mayEndIn("h"), code.mayEndIn("echo x")]).toEqual([true, false]);
});

test("a text may redirect the shell by name, by a function, or by a trap or an alias that does", () => {
  const code = codeWith("f");
  const mayRedirect = (text: string): boolean => {
    code.take(() => ({ functions: ["f"], unnamed: [] }));
    code.noteText(text);
    return code.mayRedirect(text);
  };
  expect(["exec >log", "f", ". ./lib", "eval x", "echo x"].map(mayRedirect)).toEqual([true, true, true, true, false]);
  for (const unnamed of ["'exec >log'", "'f'"]) {
    code.take(() => ({ functions: ["f"], unnamed: [unnamed] }));
    expect(code.mayRedirect("echo x")).toBe(true);
  }
  code.take(() => ({ functions: ["f"], unnamed: ["'echo x'"] }));
  expect(code.mayRedirect("echo x")).toBe(false);
});
