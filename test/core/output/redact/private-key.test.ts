import { expect, test } from "vitest";
import { privateKey } from "../../../../src/core/output/redact/private-key.ts";

const FIRST = "BEGIN RSA PRIVATE KEY-----";
const LAST = "-----END RSA PRIVATE KEY-----";
const line = (length: number): string => "A".repeat(length);
const key = (breaks: string): string => [FIRST, line(64), line(64), line(20), LAST].join(breaks);

/** The part of a text that is a key, or what kind of answer it is. */
function found(text: string, final = true): string {
  const match = privateKey().match(Buffer.from(text), 0, final);
  return match.kind === "secret" ? text.slice(0, match.end) : match.kind;
}

test.each([
  ["line breaks", "\n"],
  ["those of another system", "\r\n"],
  ["those of JSON", "\\n"],
  ["indented lines", "\n    "],
])("a key with %s goes up to the end of its armour", (_, breaks) => {
  expect(found(`${key(breaks)}${breaks}rest`)).toBe(key(breaks));
});

test("headers before the first line belong to the key", () => {
  const encrypted = [FIRST, "Proc-Type: 4,ENCRYPTED", "", line(64), line(8), LAST].join("\n");
  expect(found(`${encrypted}\n`)).toBe(encrypted);
});

test("a key without an end goes as far as its lines do", () => {
  const cut = [FIRST, line(64), line(64)].join("\n");
  expect(found(`${cut}\nand then talk`)).toBe(cut);
  expect(found(cut)).toBe(cut);
});

test.each([
  ["a first line alone", `${FIRST}\n`],
  ["talk about keys", `${FIRST} is how it begins\n`],
  ["a public key", key("\n").replaceAll("RSA PRIVATE", "PUBLIC")],
])("%s is no key", (_, text) => {
  expect(found(text)).toBe("none");
});

test("what is not all there is waited for, up to the size of the largest keys", () => {
  expect([found(FIRST.slice(0, 9), false), found(key("\n").slice(0, -3), false)]).toEqual(["unfinished", "unfinished"]);
  expect(found(`${FIRST}\n${`${line(64)}\n`.repeat(300)}`, false)).toHaveLength(16 * 1024);
});
