import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FINISHED_SHELL_TTL_SECONDS } from "../../src/core/base/limits.ts";
import { WORDS } from "../../src/index.ts";
import { openToolkit } from "../support/open-toolkit.ts";

test("what is left out is counted in words, estimates are called so, and a place is named where there is one", () => {
  expect(WORDS.truncated({ chars: 1, lines: 1, exact: true, paths: [] }, "")).toBe(
    "[Output truncated: 1 character in 1 line left out]",
  );
  const paths = ["/a", "/b"];
  expect(WORDS.truncated({ chars: 20, lines: 3, exact: false, paths }, WORDS.wholeOutput(paths))).toBe(
    "[Output truncated: about 20 characters in 3 lines left out; all of it is in /a and /b]",
  );
});

test("the whole output is in files, or read by an id where commands cannot read files", () => {
  expect(WORDS.wholeOutput([])).toBe("");
  expect(WORDS.wholeOutput(["/a"], { bashId: "shell_1" })).toBe(
    'search it with BashOutput: bash_id="shell_1", since="0" and filter, head or tail',
  );
  expect(WORDS.wholeOutput([], { bashId: "shell_1", since: "o1e2-ab" })).toContain('since="o1e2-ab"');
});

test("a long command is repeated only with its beginning", () => {
  const command = `${"x".repeat(999)}😀${"y".repeat(5000)}`;
  expect(WORDS.started("shell_1", command)).toContain(`\nCommand: ${"x".repeat(999)}…\n`);
  expect(WORDS.started("shell_1", "echo hi")).toContain("\nCommand: echo hi\n");
});

test("a kill that the kernel would not carry out names who is left", () => {
  expect(WORDS.survived("shell_1", [7, 8])).toBe(
    "Shell shell_1 was killed, but the kernel would not give up 2 processes: 7, 8",
  );
  expect(WORDS.survived("shell_1", [7])).toContain("1 process: 7");
});

test("a session says what it lost", () => {
  expect(WORDS.stopped("vi")).toContain("vi was stopped");
  expect(WORDS.restored({ lost: "nothing", cause: "ended" })).toContain("nothing else was lost");
  expect(WORDS.restored({ lost: "since-last-save", cause: "ended" })).toContain("what it had set itself is lost");
  expect(WORDS.restored({ lost: "nothing", cause: "unfit" })).toContain("unable to take another");
});

test("a refusal lists its findings, four at the most, each with its part and a safer way where there is one", () => {
  const finding = { decision: "deny", rule: "r", reason: "It is bad", part: "rm x", span: [0, 4] } as const;
  expect(WORDS.blocked([finding, { ...finding, reason: "Worse!", suggestion: "Do not." }])).toBe(
    "Command blocked as dangerous.\nIt is bad. The part that did it: rm x\nWorse! The part that did it: rm x\nA safer way: Do not.",
  );
  expect(WORDS.blocked(Array.from({ length: 9 }, () => finding)).split("\n")).toHaveLength(5);
});

test("a shell that a signal ended says which, and a long command is shortened in the list", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start(`kill -USR1 $$ # ${"long ".repeat(40)}`);
  const read = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(read.metadata).toMatchObject({ status: "failed", exit_code: 138, signal: "SIGUSR1" });
  expect((await call("ListShells", {})).output).toMatch(
    /: kill -USR1 \$\$ # long .{60,80}…; Status: failed, Exit code: 138/,
  );
});

test("no descriptions are left out of what a model is told", () => {
  const { registry } = openToolkit();
  for (const { description, hints } of registry.list()) {
    expect(description.length).toBeGreaterThan(20);
    expect(hints?.title).toEqual(expect.any(String));
  }
});

test("a sentence with something in brackets behind it has one full stop, at its end", () => {
  const finding = { decision: "deny", rule: "x", reason: "This deletes it. (/)", part: "rm x", span: [0, 4] } as const;
  expect(WORDS.blocked([finding])).toContain("\nThis deletes it (/). The part that did it: rm x");
});

test("no limit is written into the words: a digit of three or more places comes from the table of limits", () => {
  const text = readFileSync("src/tools/words.ts", "utf8").replaceAll(/\$\{[^}]*\}/g, "");
  const source = text.replaceAll(/:3000\b/g, ""); // an example of a port
  expect(source.match(/\b\d{3,}\b|\b\d+ s\b/g) ?? []).toEqual([]);
  // The one limit that is said in words.
  expect(WORDS.shellNotFound("x", [])).toContain("after an hour");
  expect(FINISHED_SHELL_TTL_SECONDS).toBe(3600);
});

test("no sentence outside the words names a tool: tools can be renamed", () => {
  const files = readdirSync("src/tools", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("words"),
  );
  const naming = files.filter((file) =>
    readFileSync(join("src/tools", file), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .some((line) => /["'`][^"'`]* (?:BashOutput|BashInput|KillShell|ListShells)\b[^"'`]*["'`]/.test(line)),
  );
  expect(naming).toEqual([]);
});
