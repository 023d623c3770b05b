import { expect, test } from "vitest";
import { keyFormats } from "../../../../src/core/output/redact/key-formats.ts";
import { START_BYTES } from "../../../../src/core/output/redact/secret-shape.ts";

/** What the shapes of a label say of a text from its beginning on. */
function found(label: string, text: string, final = true): string {
  const bytes = Buffer.from(text);
  const matches = keyFormats()
    .filter((shape) => shape.label === label)
    .map((shape) => shape.match(bytes, 0, final));
  const match = matches.find(({ kind }) => kind === "secret") ?? matches.find(({ kind }) => kind === "unfinished");
  if (match === undefined) return "none";
  return match.kind === "secret" ? text.slice(0, match.end) : match.kind;
}

const x = (count: number): string => "x".repeat(count);

test.each([
  ["aws-key", `AKIA${"A2".repeat(8)}`, " rest"],
  ["github-token", `ghp_${x(36)}`, "-rest"],
  ["npm-token", `npm_${x(36)}`, "-rest"],
  ["openai-key", `sk-${x(32)}`, "_rest"],
  ["jwt", `eyJ${x(8)}.${x(8)}.${x(16)}`, ".rest"],
])("%s ends where its form ends", (label, key, rest) => {
  expect([found(label, key), found(label, key + rest)]).toEqual([key, key]);
});

test.each([
  ["aws-key", `AKIA${"A2".repeat(8)}A`, "one letter too many"],
  ["github-token", `ghp_${x(35)}`, "one letter too few"],
  ["npm-token", `npm_${x(36)}_`, "a word that goes on"],
  ["jwt", `eyJ${x(8)}.${x(8)}`, "a part too few"],
])("no %s: %s (%s)", (label, text) => {
  expect(found(label, text)).toBe("none");
});

test("a key that may go on is unfinished until nothing follows", () => {
  expect(found("github-token", `ghp_${x(40)}`, false)).toBe("unfinished");
  expect(found("github-token", `ghp_${x(300)}`, false)).toBe(`ghp_${x(255)}`);
  expect(found("aws-key", "AKI", false)).toBe("unfinished");
});

test("every way a key can begin is long enough for the search", () => {
  const lengths = keyFormats().flatMap(({ starts }) => starts.map(({ length }) => length));
  expect(Math.min(...lengths)).toBe(START_BYTES);
});
