import { expect, test } from "vitest";
import { parseToml, TomlProblem } from "../../../../src/apps/cli/clients/toml.ts";
import { readToml } from "../../../../src/apps/cli/clients/toml-edit.ts";
import { dataOf } from "../../../support/data-of.ts";

test.each([
  "",
  "# only a comment",
  'a = "x" # [b]\n\n[b.c]\nd = true\ne = false\r\n',
  'a = \'c:\\x\'\nb = "q\\"\\u00e9\\t"\n',
  "[a]\nb = [\n  'x', # ]\n  \"y\",\n]\nc = []\n",
  "a = { b = 'c', d.e = true, f = ['g'] }\n",
  '["quoted.name"."x y"]\n\'k k\' = "v"\n',
  'a.b.c = "d"\n[projects."/home/u/p"]\ntrust_level = "trusted"\n',
  'a = """\n[not.a.table]\nx = \\"1\\"\n"""\nb = \'\'\'\n# no comment\n\'\'\'\n[t]\nc = "d"\n',
])("%j reads as another parser reads it", (text) => {
  const leading = (value: unknown): unknown => (typeof value === "string" ? value.replace(/^\n/, "") : value); // a newline that opens a long text is not part of it
  const read = JSON.parse(JSON.stringify(readToml(text)), (_key, value: unknown) => leading(value)) as unknown;
  expect(read).toEqual(JSON.parse(JSON.stringify(dataOf(text, "toml")), (_key, value: unknown) => leading(value)));
});

test("numbers and dates stay the text they are", () => {
  expect(readToml("a = 1_000\nb = 1.5\nc = 2026-01-01 10:00:00Z\nd = [1, 2]\n")).toEqual({
    a: "1_000",
    b: "1.5",
    c: "2026-01-01 10:00:00Z",
    d: ["1", "2"],
  });
});

test.each([
  ["a = \n", "a value is expected", 4],
  ["a\n", "= is expected", 1],
  ["[a\n", "] is expected", 2],
  ['a = "b\n', "a text is not closed", 4],
  ["a = 1 b = 2\n", "the line should end here", 6],
  ["= 1\n", "a name is expected", 0],
  ["a = [1\n", "] is expected", 7],
  ["a = { b = 1\n", "} is expected", 12],
])("%j is broken, and where", (text, reason, at) => {
  try {
    parseToml(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(TomlProblem);
    expect(error).toMatchObject({ message: reason, at });
  }
});
