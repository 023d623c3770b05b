import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type CheckOptions, runCheck } from "../../../../src/apps/cli/commands/check.ts";
import { judge } from "../../../../src/core/policy/judge.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function checked(
  options: Partial<CheckOptions>,
  ...input: readonly (string | Uint8Array)[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = "";
  let err = "";
  const io = {
    stdin: chunksOf(...input),
    stdout: (text: string): void => void (out += text),
    stderr: (text: string): void => void (err += text),
    signal: new AbortController().signal,
  };
  const code = await runCheck({ ...PLACE, ...options }, io);
  return { code, out, err };
}

test.each([
  ["ls", 0],
  ["git push", 10],
  ["rm -rf /", 20],
])("%s exits with %i", async (command, code) => {
  expect((await checked({ command })).code).toBe(code);
});

test("the verdict is a tree with reasons, places and a safer way", async () => {
  const { out } = await checked({ command: "ls\nrm -rf /etc" });
  expect(out).toBe(
    [
      "✗ deny  ls⏎rm -rf /etc",
      "├─ ✗ deny delete-vital: This deletes the root directory, a system directory or everything above the workspace. (/etc)",
      "│  ├─ in: rm -rf /etc",
      "│  └─ safer: Name the directory inside the workspace that should go, for example `rm -rf ./build`.",
      "└─ commands found",
      "   ├─ ✓ ls",
      "   └─ ✗ rm -rf /etc",
      "",
    ].join("\n"),
  );
});

test("what hides in a command is shown, and what is cut is counted", async () => {
  const hidden = "echo \u202e\u0007";
  expect((await checked({ command: hidden })).out).toContain("echo \\u202e\\u0007");
  const long = `echo ${"x".repeat(500)}`;
  expect((await checked({ command: long })).out).toContain("more characters");
  const sets = 'export PAGER="$X"';
  expect((await checked({ command: sets })).out).toContain("PAGER=<unknown>");
  const known = "export PAGER='x y'";
  expect((await checked({ command: known })).out).toContain("PAGER=x y");
  expect((await checked({ command: 'echo "$X"' })).out).toContain("echo <unknown>");
});

test("--json is the verdict", async () => {
  const { out } = await checked({ command: "git push", json: true });
  expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(judge("git push", PLACE))));
});

test("--jsonl answers line by line, in order, however the bytes arrive", async () => {
  const text = '{"id":"a","command":"ls"}\n\n{"id":2,"command":"rm -rf /"}\n{"id":"ü","command":"git push"}';
  const bytes = new TextEncoder().encode(text);
  const cut = text.indexOf("ü") + 1; // inside the two bytes of ü
  const { code, out } = await checked({ jsonl: true }, bytes.slice(0, cut), bytes.slice(cut));
  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line)),
  ).toMatchObject([
    { id: "a", decision: "allow", rule: "ordinary" },
    { id: 2, decision: "deny", rule: "delete-vital" },
    { id: "ü", decision: "ask", rule: "publish" },
  ]);
});

test("a line that is no question is named, and the others are answered", async () => {
  const { code, out, err } = await checked({ jsonl: true }, '{"id":1}\nnope\n{"id":3,"command":"ls"}\n');
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 1, decision: "deny", rule: "input", reason: expect.stringContaining("line 1") },
    { id: null, decision: "deny", rule: "input", reason: expect.stringContaining("line 2") },
    { id: 3, decision: "allow", rule: expect.any(String), reason: expect.any(String) },
  ]);
  expect([code, err]).toEqual([
    2,
    'nacre check: line 1 is not {"id", "command"}\nnacre check: line 2 is not {"id", "command"}\n',
  ]);
});

test("--explain tells a rule's story, lists all, and knows what it does not know", async () => {
  expect((await checked({ explain: "delete-vital" })).out).toMatch(
    /delete-vital \(deny\)[\s\S]*safer:[\s\S]*loosens[\s\S]*rm -rf \/[\s\S]*not meant:/,
  );
  expect((await checked({ explain: "read-secret" })).out).toContain("loosened only by a rule of yours that names it");
  expect((await checked({ explain: "syntax" })).out).toContain("no rule of yours loosens it");
  expect((await checked({ explain: "publish" })).out).toContain("asked about:");
  expect((await checked({ explain: "" })).out.split("\n").length).toBeGreaterThan(40);
  const unknown = await checked({ explain: "delete" });
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("delete-vital")]);
  expect((await checked({ explain: "xyz" })).err).toContain("lists them all");
});

test("without anything to do it says what it needs", async () => {
  expect(await checked({})).toMatchObject({ code: 2, err: expect.stringContaining("--jsonl") });
});

test("mode and rules count", async () => {
  expect((await checked({ command: "frob", mode: "strict" })).code).toBe(10);
  expect((await checked({ command: "git push", rules: { rules: [], hosts: [] } })).code).toBe(10);
});

test("a check that waits for lines ends when it is told to", async () => {
  const ending = new AbortController();
  const silent = new Readable({ read: () => undefined });
  const nothing = (): void => undefined;
  const place = { cwd: "/w", home: "/h", workspace: "/w" };
  const checking = runCheck(
    { ...place, jsonl: true },
    { stdin: silent, stdout: nothing, stderr: nothing, signal: ending.signal },
  );
  ending.abort("SIGINT");
  expect(await checking).toBe(130);
});
