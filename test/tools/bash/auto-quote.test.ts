import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { autoQuote } from "../../../src/tools/bash/auto-quote.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const THERE = ["My Documents", "My Documents/a file.txt", "a b", "a b c", "/opt/my app/run", "notes", "x y"];
const exists = (path: string): boolean => THERE.includes(path);

const TABLE: readonly (readonly [command: string, quoted: string])[] = [
  ["cat My Documents/a file.txt", "cat 'My Documents/a file.txt'"],
  ["cd My Documents", "cd 'My Documents'"],
  ["cd My Documents && ls", "cd 'My Documents' && ls"],
  ["ls; cat a b | wc -l", "ls; cat 'a b' | wc -l"],
  ["cat a b c", "cat 'a b c'"],
  ["cat a b x y", "cat 'a b' 'x y'"],
  ["cat -n a b", "cat -n 'a b'"],
  ["/opt/my app/run --fast", "'/opt/my app/run' --fast"],
  ["cat\ta b", "cat\t'a b'"],
  ["cat a b 2>&1", "cat 'a b' 2>&1"],
  ["cat a b 2>/dev/null", "cat 'a b' 2>/dev/null"],
];

test.each(TABLE)("%s becomes %s", (command, quoted) => {
  expect(autoQuote(command, exists).text).toBe(quoted);
});

/** Left alone, each for a reason of its own. */
const UNTOUCHED: readonly (readonly [because: string, command: string])[] = [
  ["nothing of the kind exists", "cat no such file"],
  ["the first word exists by itself", "cat notes My Documents".replace("My Documents", "b")],
  ["quoted already", "cat 'a b'"],
  ["quoted already", 'cat "a b"'],
  ["escaped already", "cat a\\ b"],
  ["two spaces", "cat a  b"],
  ["a tab", "cat a\tb"],
  ["a glob", "cat a b*"],
  ["a variable", "cat $HOME/a b"],
  ["a home", "cat ~/a b"],
  ["an assignment", "X=a b"],
  ["a substitution", "cat $(echo a b)"],
  ["a backtick", "cat `echo a b`"],
  ["a brace", "cat {a b}"],
  ["a redirection's target", "echo hi > a b"],
  ["a heredoc", "cat <<E\na b\nE"],
  ["a list of words", "for f in a b; do echo; done"],
  ["a group", "(cat a b)"],
  ["words of two commands", "cat a; b"],
  ["an option", "cat -a b"],
  ["an unclosed quote", "cat 'a b"],
];

test.each(UNTOUCHED)("%s: %s is left alone", (_because, command) => {
  expect(autoQuote(command, (path) => exists(path) || path === "notes b")).toEqual({ text: command, paths: [] });
});

test("whatever the text, unquoting what was quoted gives the text back", () => {
  const token = fc.constantFrom(
    "a",
    "b",
    "c",
    " ",
    "  ",
    "a b",
    ";",
    "|",
    "&&",
    "'",
    '"',
    "\\",
    "$",
    "(",
    ")",
    ">",
    "<",
    "#",
    "\n",
    "=",
    "*",
    "-x",
  );
  fc.assert(
    fc.property(
      fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join("")),
      (text) => {
        const quoted = autoQuote(text, exists);
        const undone = quoted.paths.reduce((whole, path) => whole.replace(`'${path}'`, path), quoted.text);
        expect(undone).toBe(text);
      },
    ),
    { numRuns: 3000 },
  );
});

test("a command that names a file with spaces finds it, and the result says what was quoted", async () => {
  const { bash, workingDir } = openToolkit();
  mkdirSync(join(workingDir, "My Documents"));
  writeFileSync(join(workingDir, "My Documents", "a file.txt"), "inside\n");
  const result = await bash("cat My Documents/a file.txt");
  expect(result.output).toMatch(/^inside\n\[note\] quoted, .*: My Documents\/a file\.txt$/);
  expect(result.metadata).toMatchObject({
    command: "cat 'My Documents/a file.txt'",
    quoted_paths: ["My Documents/a file.txt"],
  });
  expect((await bash("cd My Documents")).metadata["cwd"]).toBe(join(workingDir, "My Documents"));
  expect((await bash("cat a file.txt")).success).toBe(true);
});

test("autoQuote: false leaves the text to bash", async () => {
  const { bash, workingDir } = openToolkit({ autoQuote: false });
  writeFileSync(join(workingDir, "a b"), "");
  const result = await bash("cat a b");
  expect(result).toMatchObject({ success: false, metadata: { command: "cat a b", exit_code: 1 } });
});

test.each(["with space", "it's", 'quo"te', "new\nline", "-dash", "$HOME"])(
  "a working directory called %j just works",
  async (name) => {
    const { call, workingDir } = openToolkit();
    const directory = join(workingDir, name);
    mkdirSync(directory);
    const result = await call("Bash", { command: 'touch here && printf %s "$PWD"' }, { workingDir: directory });
    expect(result).toMatchObject({ success: true, output: directory, metadata: { cwd: directory } });
  },
);
