import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyOf, piecesOf, type Reading } from "../../../../src/core/shell/bash/cut-text.ts";
import { TEXTS } from "../../../differential/texts.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const PLAIN: Reading = { options: [], aliases: [] };

const isInline = (text: string, reading: Reading = PLAIN): boolean => piecesOf(text, reading, "whole")[0].isInline;

/** What bash says of scripts that it only reads, in one go: starting each from here would take minutes. */
function complaintsOf(scripts: readonly string[]): readonly string[] {
  const dir = tempDir();
  for (const [index, script] of scripts.entries()) writeFileSync(join(dir, `${index}`), script);
  const loop = 'for ((i = 0; i < $1; i++)); do "$BASH" --norc -n <"$i" 2>"$i.said"; done';
  spawnSync("/bin/bash", ["-c", loop, "bash", `${scripts.length}`], { cwd: dir });
  return scripts.map((_, index) => readFileSync(join(dir, `${index}.said`), "utf8"));
}

const OPEN = /unexpected EOF|unexpected end of file|delimited by end-of-file/;

/** The texts, or pieces of them, that bash may read at its top level and would read on from. */
function openAmong(texts: readonly string[]): readonly string[] {
  const inline = texts.flatMap((text) => piecesOf(text, PLAIN).filter((piece) => piece.isInline));
  const alone = complaintsOf(inline.map(({ text }) => `${text}\n`));
  const probed = complaintsOf(inline.map(({ text }) => `${text}\nfi\n`));
  const ends = inline.map(({ text }, index) => {
    const [complaint = "", probe = ""] = [alone[index], probed[index]];
    if (complaint !== "") return !OPEN.test(complaint); // bash rejects it: there is nothing behind it
    const line = text.split("\n").length + 1;
    if (probe.includes(`line ${line}: syntax error near unexpected token \`fi'`)) return true;
    return probe === "" && text.includes("[["); // bash ends at some bad `[[`, and says nothing
  });
  return inline.filter((_, index) => !ends[index]).map(({ text }) => text);
}

const CORPUS: readonly string[] = Object.values(TEXTS).flat(2);

describe("a text that bash reads as a part of its script ends where it ends", () => {
  test("in the corpus", () => {
    expect(CORPUS.length).toBeGreaterThan(300);
    expect(openAmong(CORPUS)).toEqual([]);
    expect(CORPUS.filter((text) => isInline(text)).length).toBeGreaterThan(CORPUS.length * 0.8);
  });

  test("in texts that are put together at random", () => {
    const tokens = fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 9 });
    const texts = fc.tuple(tokens, fc.constantFrom(" ", "")).map(([parts, between]) => parts.join(between));
    expect(openAmong(fc.sample(texts, 2000))).toEqual([]);
  });

  test("in texts of the corpus that were damaged", () => {
    const edit = fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.constantFrom(...TOKENS) });
    const texts = fc
      .tuple(fc.constantFrom(...CORPUS), fc.array(edit, { minLength: 1, maxLength: 3 }))
      .map(([text, edits]) => edits.reduce(damaged, text));
    expect(openAmong(fc.sample(texts, 600))).toEqual([]);
  });
});

function damaged(text: string, { at, cut, put }: { at: number; cut: number; put: string }): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + put + text.slice(place + cut);
}

const TOKENS: readonly string[] = [
  ..."a | || && & ; ( ) }; ;; fi else esac a) ' \" \\ ` $( $(( )) (( $[ ] # done [[ ]] =~ ! f() x=( ${ } ${x:- $' <( >( <<<".split(
    " ",
  ),
  ..."<<E <<-E <<'E' <<\\E $\" coproc time ${#x} ${x# @( !( [ x[1]= >& E 2>&1 for(( trap EXIT".split(" "),
  "\n",
  "\nE\n",
  "\n\tE\n",
  "\\\n",
  "\n#",
  "{ ",
  "if a; then",
  "case x in",
  "while a; do",
  "for i in a; do",
  "trap x EXIT;",
  "trap -p\n",
];

test.each([
  ["a line end that is escaped", "echo a\\"],
  ["a here-document without its end", "cat <<E\nx"],
  ["a here-document whose end is indented", "cat <<E\nx\n\tE"],
  ["a here-document whose last line goes on in its end", "cat <<E\nx\\\nE"],
  ["here-documents that end in the wrong order", "cat <<A; cat <<B\nB\nA\n"],
  ["a quote in the line of a here-document", 'cat <<E "a\nE\nb"'],
  ["an open quote", "echo 'a"],
  ["an open group", "{ echo a"],
  ["a function substitution of bash 5.3", "echo ${ a)"],
  ["a substitution in an expansion", "echo ${x<(}"],
  ["a substitution in an expansion of an expansion", "echo ${x:-${y}<(}"],
  ["old arithmetic", "echo $[1+[2]"],
  ["a subscript that may be open", "! tru#(ho[["],
  ["a carriage return", "echo a\r\necho b"],
  ["an alias for the next line", 'alias q="echo \'"\nq'],
  ["an alias in bash's own list", 'BASH_ALIASES[q]="echo \'"\nq'],
  ["lines that show themselves", "set -v; echo a"],
  ["a text that is too long to be read byte by byte", `echo ${"a".repeat(20_000)}`],
])("%s: the text is evaluated", (_, text) => {
  expect(isInline(text)).toBe(false);
});

test.each([
  "echo a",
  "cat <<E\nx\nE",
  "cat <<-'E' | sort\n\tx\n\tE",
  "x=$(cat <<'E'\na\nE\n)",
  'diff <(echo a) <(echo "${b}")',
  "a[1]=2; echo ${a[1]}",
  "alias ll='ls -l'",
  "# a comment",
  "",
])("%j is read at the top level", (text) => {
  expect(isInline(text)).toBe(true);
});

test("a session whose aliases or options could open something has its texts evaluated", () => {
  const withAliases = (...aliases: readonly string[]): boolean => isInline("echo", { options: [], aliases });
  expect(withAliases("alias ll='ls -l'", "alias -- -='cd -'")).toBe(true);
  expect(withAliases("alias q='echo \"'")).toBe(false);
  expect(withAliases("alias then='true'")).toBe(false);
  expect(withAliases("alias x='if true'")).toBe(false);
  expect(isInline("echo", { options: [], aliases: undefined })).toBe(false);
  expect(isInline("echo", { options: ["verbose"], aliases: [] })).toBe(false);
});

test("a text is cut behind each command that sets or shows the EXIT trap, and nothing of it is lost", () => {
  const text = "echo a\ntrap 'echo bye' EXIT; echo b\ntrap -p EXIT\nexit 3";
  const pieces = piecesOf(text, PLAIN);
  expect(pieces.map((piece) => [piece.text, piece.line, piece.isInline])).toEqual([
    ["echo a\ntrap 'echo bye' EXIT; ", 1, true],
    ["echo b\ntrap -p EXIT\n", 2, true],
    ["exit 3", 4, true],
  ]);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});

test.each([
  ["trap : EXIT; trap : DEBUG; a", "a DEBUG trap would see the cut"],
  ["trap : EXIT; cat <<E\nE", "a here-document may begin before the cut"],
  ["trap : EXIT; alias a=b", "an alias works from its next line on"],
  ["trap : EXIT; echo 'open", "it is evaluated"],
  ["echo a; echo b", "no command sets the trap"],
])("%j stays whole: %s", (text) => {
  expect(piecesOf(text, PLAIN)).toHaveLength(1);
});

test("a caller can have a text whole", () => {
  expect(piecesOf("trap : EXIT; echo b", PLAIN, "whole")).toHaveLength(1);
});

test("the body of a trap is a text of its own: evaluated where it may be no whole one, and its bytes are kept", () => {
  const body = (trap: string): unknown => bodyOf(trap, PLAIN);
  expect(body(`'echo it'\\''s; echo "it'\\''s"'`)).toMatchObject({ isInline: false });
  expect(body(`'echo "it'\\''s"'`)).toEqual({ text: `echo "it's"`, line: 1, isInline: true });
  expect(body("'echo \xff'")).toEqual({ text: "echo \xff", line: 1, isInline: true });
  expect(body("'echo ('")).toMatchObject({ isInline: false });
  expect([body("'echo \\'"), body("'echo \\\\'")]).toMatchObject([{ text: "echo \\\\" }, { text: "echo \\\\" }]);
});

test.each([
  "set -v",
  "set -ev; echo",
  "set -e -v",
  "set -e -o pipefail -xv",
  "set -o verbose",
  "set '-v'",
  "shopt -so verbose",
  "shopt -s -o $name",
  "set $options",
  'set -e "$@"',
  "set -o $name",
  "set -$letters",
  "builtin set +e -v",
])("%s may show the lines that bash reads, so it is evaluated", (text) => {
  expect(isInline(text)).toBe(false);
});

test.each([
  "set -e",
  "set -euo pipefail; echo $x",
  "set -e\n$x",
  "set -- $x",
  'set -- "$@" -v',
  "set -x; ls -v",
  "npm ci --verbose",
  "shopt -s nullglob; echo $x",
  "echo set; ls -v",
])("%j shows none", (text) => {
  expect(isInline(text)).toBe(true);
});
