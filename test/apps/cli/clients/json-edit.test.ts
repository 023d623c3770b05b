import { expect, test } from "vitest";
import { readJson, withJsonSetting } from "../../../../src/apps/cli/clients/json-edit.ts";
import type { Setting } from "../../../../src/apps/cli/clients/setting.ts";
import { dataOf } from "../../../support/data-of.ts";

const ENTRY: Setting = {
  kind: "entry",
  path: ["mcpServers", "nacre"],
  value: { command: "nacre", args: ["mcp", 'a"b'] },
};
const ITEM: Setting = { kind: "item", path: ["tools", "exclude"], value: "shell" };
const NACRE = { command: "nacre", args: ["mcp", 'a"b'] };

const TEXTS: readonly (readonly [string, string, unknown])[] = [
  ["an empty file", "", {}],
  ["blank lines", "\n\n", {}],
  ["only a comment", "// mine\n", {}],
  ["an empty object", "{}", {}],
  ["an empty object on two lines", "{\n}\n", {}],
  ["one line", '{"a":[1,{"b":"}"}]}', { a: [1, { b: "}" }] }],
  ["one line with empty servers", '{"a":1,"mcpServers":{}}', { a: 1 }],
  [
    "comments, trailing commas and other servers",
    '// top\n{\n  "mcpServers": {\n    "x": {"command": "y"}, // "nacre": {}\n    /* } */\n  },\n  "tools": { "exclude": ["a", ] },\n}\n',
    { mcpServers: { x: { command: "y" } }, tools: { exclude: ["a"] } },
  ],
  [
    "tabs, and no newline at the end",
    '{\n\t"tools": {\n\t\t"exclude": [\n\t\t\t"q" // why\n\t\t]\n\t}\n}',
    { tools: { exclude: ["q"] } },
  ],
  ["a byte order mark", '\uFEFF{\n    "a": 1\n}\n', { a: 1 }],
  ["a comment in an empty list", '{ "tools": { "exclude": [ // none\n] } }', { tools: { exclude: [] } }],
  ["carriage returns", '{\r\n  "a": 1\r\n}\r\n', { a: 1 }],
  [
    "keys that look like paths",
    '{\n  "mcpServers.nacre": 1,\n  "mcpServers": {\n    "a.b": {}\n  }\n}\n',
    { "mcpServers.nacre": 1, mcpServers: { "a.b": {} } },
  ],
];

test.each(TEXTS)("%s gets the setting, and keeps everything else", (_name, text, data) => {
  const written = withJsonSetting(withJsonSetting(text, ENTRY), ITEM);
  const before = data as { mcpServers?: object; tools?: { exclude: string[] } };
  const expected = {
    ...before,
    mcpServers: { ...before.mcpServers, nacre: NACRE },
    tools: { exclude: [...(before.tools?.exclude ?? []), "shell"] },
  };
  expect(dataOf(written, "json")).toEqual(expected);
  expect(readJson(written)).toEqual(expected);
  // Nothing but new text and commas: each line that was there is still there.
  for (const line of text.split(/\r?\n/).filter((one) => /\/\/|\/\*/.test(one))) {
    expect(written).toContain(line.slice(line.search(/\/[/*]/)));
  }
  expect(written.includes("\r\n")).toBe(text.includes("\r\n"));
  if (text.includes("\r\n")) expect(written.replaceAll("\r\n", "")).not.toContain("\n");
});

test("what is added is indented as the file is", () => {
  expect(withJsonSetting('{\n\t"mcpServers": {\n\t\t"x": 1\n\t}\n}\n', ENTRY)).toBe(
    '{\n\t"mcpServers": {\n\t\t"x": 1,\n\t\t"nacre": {\n\t\t\t"command": "nacre",\n\t\t\t"args": ["mcp", "a\\"b"]\n\t\t}\n\t}\n}\n',
  );
});

test("nacre's own entry is replaced where it stands, with what the user added to it", () => {
  const text = '{\n  "mcpServers": {\n    "nacre": { "url": "u", "env": {"A": "1"} }, // mine\n    "x": {}\n  }\n}\n';
  const written = withJsonSetting(text, ENTRY);
  expect(dataOf(written, "json")).toEqual({ mcpServers: { nacre: { ...NACRE, env: { A: "1" } }, x: {} } });
  expect(written).toContain(", // mine\n");
});

test.each([
  ['{"mcpServers": []}', "mcpServers must hold an object"],
  ["[]", "the file must hold an object"],
  ['{"mcpServers": "x"}', "mcpServers must hold an object"],
])("%s is refused", (text, reason) => {
  expect(() => withJsonSetting(text, ENTRY)).toThrow(reason);
});

test("a list that is no list is refused", () => {
  expect(() => withJsonSetting('{"tools": {"exclude": "a"}}', ITEM)).toThrow("tools.exclude must be a list");
});

test("a single value is set, and replaced", () => {
  const setting: Setting = { kind: "value", path: ["permission", "bash"], value: "deny" };
  expect(dataOf(withJsonSetting('{"permission": {"*": "ask", "bash": {"ls": "allow"}}}', setting), "json")).toEqual({
    permission: { "*": "ask", bash: "deny" },
  });
});
