import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { verdictOf } from "../../../src/core/policy/verdict.ts";
import { syntaxErrorOf } from "../../../src/tools/bash/syntax-error.ts";

const errorOf = (text: string): Promise<string | undefined> =>
  syntaxErrorOf(judge(text, { cwd: "/tmp", home: "/home/dev", workspace: "/tmp" }), text, "/tmp");

test("a text that bash cannot read is told in bash's own words", async () => {
  expect(await errorOf("if true; then echo x")).toMatch(/^\[stderr\]\n.*syntax error: unexpected end of file/s);
});

test("a text that our parser reads is not shown to bash", async () => {
  expect(await errorOf("echo x")).toBeUndefined();
});

test("what is forbidden is called forbidden, also where it is misspelt", async () => {
  const text = "if true; then";
  const found = { reason: "", part: text, span: [0, text.length] } as const;
  const syntax = { ...found, decision: "ask", rule: "syntax" } as const;
  const forbidden = { ...found, decision: "deny", rule: "mine" } as const;
  expect(await syntaxErrorOf(verdictOf([syntax], []), text, "/tmp")).toContain("syntax error");
  expect(await syntaxErrorOf(verdictOf([syntax, forbidden], []), text, "/tmp")).toBeUndefined();
});
