import { expect, test } from "vitest";
import type { Setting } from "../../../../src/apps/cli/clients/setting.ts";
import { readToml, withTomlSetting } from "../../../../src/apps/cli/clients/toml-edit.ts";
import { dataOf } from "../../../support/data-of.ts";

const NACRE = { command: "nacre", args: ["mcp", "--config", "/a b"], required: true };
const ENTRY: Setting = { kind: "entry", path: ["mcp_servers", "nacre"], value: NACRE };
const OFF: Setting = { kind: "value", path: ["features", "shell_tool"], value: false };

test.each([
  ["an empty file", "", {}],
  ["no newline at the end", '# mine\nmodel = "x"', { model: "x" }],
  ["carriage returns", 'model = "x"\r\n', { model: "x" }],
  ["other servers", '[mcp_servers.x]\ncommand = "y"\n', { mcp_servers: { x: { command: "y" } } }],
  ["servers in one table", '[mcp_servers]\nx = { command = "y" }\n', { mcp_servers: { x: { command: "y" } } }],
  [
    "features",
    "[features] # f\nweb = true # w\n\n[tui]\na = [\n  1, # [features]\n]\n",
    { features: { web: true }, tui: { a: [1] } },
  ],
  ["a switch that is on", "[features]\nshell_tool = true # mine\n", { features: {} }],
  [
    "a text that looks like tables",
    's = """\n[features]\nshell_tool = true\n"""\n',
    { s: "[features]\nshell_tool = true\n" },
  ],
])("%s gets the setting, and keeps everything else", (_name, text, data) => {
  const written = withTomlSetting(withTomlSetting(text, ENTRY), OFF);
  const before = data as { mcp_servers?: object; features?: object };
  expect(dataOf(written, "toml")).toEqual({
    ...before,
    mcp_servers: { ...before.mcp_servers, nacre: NACRE },
    features: { ...before.features, shell_tool: false },
  });
  expect(readToml(written)).toMatchObject({ mcp_servers: { nacre: NACRE }, features: { shell_tool: false } });
  for (const comment of text.match(/#.*/g) ?? []) expect(written).toContain(comment);
});

test("nacre's own section keeps what the user added, and loses the other transport", () => {
  const text = "[mcp_servers.nacre] # mine\nurl = 'u' # old\nenabled = true\n\n[mcp_servers.nacre.env]\nA = '1'\n";
  expect(dataOf(withTomlSetting(text, ENTRY), "toml")).toEqual({
    mcp_servers: { nacre: { ...NACRE, enabled: true, env: { A: "1" } } },
  });
});

test.each(["features = { a = true }\n", "features.a = true\n", "[[features]]\n"])(
  "%j is a form that is not edited",
  (text) => {
    expect(() => withTomlSetting(text, OFF)).toThrow("features is written in a form that nacre does not edit");
  },
);

test("a switch that is a table is not edited", () => {
  expect(() => withTomlSetting("[features.shell_tool]\n", OFF)).toThrow("features.shell_tool is written in a form");
});

test("servers that are one value are not edited", () => {
  expect(() => withTomlSetting("mcp_servers = { x = { command = 'y' } }\n", ENTRY)).toThrow("does not edit");
});

test("no list of a TOML file is edited", () => {
  expect(() => withTomlSetting("", { kind: "item", path: ["a"], value: "b" })).toThrow("no list");
});
