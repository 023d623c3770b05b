import { expect, test } from "vitest";
import type { Setting } from "../../../../src/apps/cli/clients/setting.ts";
import { readYaml, withYamlSetting } from "../../../../src/apps/cli/clients/yaml-edit.ts";
import { dataOf } from "../../../support/data-of.ts";

const NACRE = { command: "nacre", args: ["mcp", "--config", "/a b: #c"] };
const ENTRY: Setting = { kind: "entry", path: ["mcpServers", "nacre"], value: NACRE };
const ITEM: Setting = { kind: "item", path: ["exclude"], value: "Bash" };
const OTHER = { name: "x", command: "y" };

test.each([
  ["an empty file", "", {}],
  [
    "other keys",
    "name: n # c\nmodels:\n  - name: m\n    roles: [chat]\n",
    { name: "n", models: [{ name: "m", roles: ["chat"] }] },
  ],
  [
    "other servers",
    "mcpServers:\n  - name: x\n    command: y\n  # mine\nrules:\n  - r\n",
    { mcpServers: [OTHER], rules: ["r"] },
  ],
  [
    "servers that are not indented",
    "mcpServers:\n- name: x\n  command: y\n\n# end\nrules: []\n",
    { mcpServers: [OTHER], rules: [] },
  ],
  ["no servers", "mcpServers: []\nname: n\n", { mcpServers: [], name: "n" }],
  ["a key without a value", "mcpServers: # none\nname: n\n", { name: "n" }],
  [
    "carriage returns",
    "name: n\r\nmcpServers:\r\n  - name: x\r\n    command: y\r\n",
    { name: "n", mcpServers: [OTHER] },
  ],
  ["a beginning of a document", "%YAML 1.2\n---\nname: n\n".slice(10), { name: "n" }],
])("%s gets the server, and keeps everything else", (_name, text, data) => {
  const written = withYamlSetting(text, ENTRY);
  const before = data as { mcpServers?: object[] };
  expect(dataOf(written, "yaml")).toEqual({
    ...before,
    mcpServers: [...(before.mcpServers ?? []), { name: "nacre", ...NACRE }],
  });
  expect(readYaml(written)).toMatchObject({ mcpServers: { nacre: NACRE } });
  for (const comment of text.match(/# \w.*/g) ?? []) expect(written).toContain(comment);
});

test("nacre's own server keeps what the user added, and loses the other transport", () => {
  const text =
    "mcpServers:\n  - name: nacre\n    url: u\n    env:\n      A: '1'\n    requestOptions:\n      headers: {}\n  - name: x\n    command: y\n";
  expect(dataOf(withYamlSetting(text, ENTRY), "yaml")).toEqual({
    mcpServers: [{ name: "nacre", ...NACRE, env: { A: "1" } }, OTHER],
  });
});

test.each([
  ["exclude: []\n", ["Bash"]],
  ["exclude: [Write]\n", ["Write", "Bash"]],
  ["exclude:\n  - Write # no\nallow: []\n", ["Write", "Bash"]],
  ["exclude: # none\n", ["Bash"]],
  ["", ["Bash"]],
])("%j gets the item", (text, exclude) => {
  const written = withYamlSetting(text, ITEM);
  expect(dataOf(written, "yaml")).toMatchObject({ exclude });
  expect(readYaml(written)).toMatchObject({ exclude });
});

test.each([
  ["mcpServers: {}\n", "does not edit", 0],
  ["mcpServers:\n  x:\n    command: y\n", "does not edit", 0],
  ["mcpServers: [{ name: x }]\n", "does not edit", 0],
  ["a: 1\n\tb: 2\n", "a tab", 1],
  ["a: 1\n---\nb: 2\n", "several documents", 1],
  ["{ a: 1 }\n", "a key is expected", 0],
  ["a: 1\nb\n", "a colon is missing", 1],
])("%j is refused, and where", (text, reason, line) => {
  try {
    withYamlSetting(text, ENTRY);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringContaining(reason), line });
  }
});

test("no single value of a YAML file is set", () => {
  expect(() => withYamlSetting("", { kind: "value", path: ["a"], value: true })).toThrow("no single value");
});
