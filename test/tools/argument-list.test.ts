import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exactText } from "../../src/apps/cli/own-arguments.ts";
import { commandText } from "../../src/tools/argument-list.ts";

/** The argument list that bash makes of a text, as it gives it to a program. */
function readBack(text: string): Buffer[] {
  const out = execFileSync("/bin/bash", ["-c", `set -- ${text}\nprintf '%s\\0' "$@"`], { maxBuffer: 1 << 24 });
  const words: Buffer[] = [];
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(0, at);
    words.push(out.subarray(at, end));
    at = end + 1;
  }
  return words;
}

test.each([
  [["git", "commit", "-m", "two words"], "git commit -m 'two words'"],
  [["ls", "-la", "--color=never", "a/b.txt"], "ls -la --color=never a/b.txt"],
  [["echo", "it's"], "echo 'it'\\''s'"],
  [["A=1", "B=2"], "'A=1' 'B=2'"],
  [["time", "ls"], "'time' ls"],
  [["", "-"], "'' -"],
  [["rm", "-rf", "$HOME", "~", "*"], "rm -rf '$HOME' '~' '*'"],
])("%j is %s", (words, text) => {
  expect(commandText(words)).toBe(text);
});

test("every reserved word of bash is quoted", () => {
  const reserved = execFileSync("/bin/bash", ["-c", "compgen -k"], { encoding: "utf8" }).trim().split("\n");
  expect(reserved.length).toBeGreaterThan(15);
  for (const word of reserved) expect(commandText([word])).toBe(`'${word}'`);
});

const AWKWARD = [
  "\n",
  "'",
  '"',
  "$",
  "`",
  "\\",
  "*",
  "?",
  "[a]",
  "{a,b}",
  "~",
  "!",
  "#",
  "-",
  "--",
  "=",
  ";",
  "&",
  "|",
].concat([">", "<", "(", ")", " ", "\t", "\r", "\r\n", "\u0001", "\u007f", "é", "\u{1f600}", "\ufffd", "\u2028", "if"]);

const word = fc
  .array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 3 })), { maxLength: 6 })
  .map((parts) =>
    parts
      .join("")
      .replaceAll("\0", "")
      .replace(/\p{Cs}/gu, ""),
  );

test("whatever the words are, bash gives a program exactly them", () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 20, maxLength: 20 }), (lists) => {
      const words = lists.flat();
      expect(readBack(commandText(words)).map(String)).toEqual(words);
    }),
    { numRuns: 25 },
  );
});

test("whatever the bytes are, bash gives a program exactly them", () => {
  const bytes = fc.uint8Array({ min: 1, maxLength: 8 }).map((raw) => Buffer.from(raw));
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 60, maxLength: 60 }), (words) => {
      expect(readBack(commandText(words.map(exactText)))).toEqual(words);
    }),
    { numRuns: 25 },
  );
});
