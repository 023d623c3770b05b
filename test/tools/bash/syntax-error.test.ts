import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { verdictOf } from "../../../src/core/policy/verdict.ts";
import { readingOf, type SessionSyntax } from "../../../src/tools/bash/syntax-error.ts";
import { tempDir } from "../../support/temp-dir.ts";

const NEW: SessionSyntax = { shopts: ["expand_aliases"], options: [], aliases: new Map() };

const readingIn = (text: string, session: Partial<SessionSyntax> = {}): ReturnType<typeof readingOf> =>
  readingOf(judge(text, { cwd: "/tmp", home: "/home/dev", workspace: "/tmp" }), doubted(text, session));

/** What bash says against a text; undefined when it can read it. */
async function errorOf(text: string, session: Partial<SessionSyntax> = {}): Promise<string | undefined> {
  const reading = await readingIn(text, session);
  if (reading === undefined) throw new Error("bash was not asked");
  return reading.canRead ? undefined : reading.stderr;
}

const doubted = (
  text: string,
  session: Partial<SessionSyntax> = {},
  cwd = "/tmp",
): Parameters<typeof readingOf>[1] => ({ text, cwd, session: async () => ({ ...NEW, ...session }) });

test("a text that bash cannot read is told in bash's own words", async () => {
  expect(await errorOf("if true; then echo x")).toMatch(/syntax error: unexpected end of file/);
});

test("a text that our parser reads is not shown to bash", async () => {
  expect(await readingIn("echo x")).toBeUndefined();
});

test("what is forbidden is called forbidden, also where it is misspelt", async () => {
  const text = "if true; then";
  const found = { reason: "", part: text, span: [0, text.length] } as const;
  const syntax = { ...found, decision: "ask", rule: "syntax" } as const;
  const forbidden = { ...found, decision: "deny", rule: "mine" } as const;
  expect(await readingOf(verdictOf([syntax], []), doubted(text))).toMatchObject({ canRead: false });
  expect(await readingOf(verdictOf([syntax, forbidden], []), doubted(text))).toBeUndefined();
});

const aliased = (name: string, value: string): SessionSyntax["aliases"] => new Map([[name, `alias ${name}=${value}`]]);

test("bash reads with the options of the session", async () => {
  const open = "cat <<E; echo @(a|b)";
  expect(await errorOf(open)).toContain("syntax error near unexpected token");
  expect(await errorOf(open, { shopts: ["extglob"] })).toBeUndefined();
  expect(await errorOf(`shopt -s extglob\n${open}`)).toBeUndefined();
});

test("bash reads with the aliases of the session, if the session expands them", async () => {
  const session = { aliases: aliased("WHEN", "'if true; then'") };
  expect(await errorOf("WHEN echo x; fi")).toContain("syntax error near unexpected token `fi'");
  expect(await errorOf("WHEN echo x; fi", session)).toBeUndefined();
  expect(await errorOf("WHEN echo x; fi", { ...session, shopts: [] })).toContain("syntax error");
  expect(await errorOf("WHEN echo x; fi", { ...session, shopts: [], options: ["posix"] })).toBeUndefined();
  expect(await errorOf("WHEN echo x\n\ndone", session)).toBe(
    "bash: line 3: syntax error near unexpected token `done'\nbash: line 3: `done'\n",
  );
});

test.each([
  ["a text", "touch made; fi", aliased("WHEN", "'if true; then'")],
  ["a text that uses an alias", "WHEN touch made; fi; fi", aliased("WHEN", "'if true; then'")],
  ["the value of an alias", "WHEN; fi", aliased("WHEN", "'touch made; if true; then'")],
  ["an alias that takes the place of our words", "touch made; fi alias set", aliased("alias", "'touch made;'")],
  ["a substitution in the value", "WHEN; fi", aliased("WHEN", "'$(touch made)`touch made`'")],
  ["a line that bash would not print", "WHEN; fi", new Map([["WHEN", "alias WHEN='x'; touch made #'"]])],
  ["a name that is a command", "x; fi", new Map([["x", "alias x;touch made;y='x'"]])],
  ["what cannot be defined", "a/b; fi", new Map([["a/b", "alias a/b='x'"]])],
])("nothing runs while bash reads: %s", async (_what, text, aliases) => {
  const cwd = tempDir();
  const syntax = { reason: "", part: text, span: [0, text.length], decision: "ask", rule: "syntax" } as const;
  expect(await readingOf(verdictOf([syntax], []), doubted(text, { aliases }, cwd))).toMatchObject({
    canRead: false,
    stderr: expect.stringContaining("syntax error"),
  });
  expect(readdirSync(cwd)).toEqual([]);
});

test("a long line that bash repeats is cut", async () => {
  const error = await errorOf(`echo ${"x".repeat(100_000)} )`);
  expect(error).toContain("syntax error");
  expect(error?.length).toBeLessThan(3000);
});
