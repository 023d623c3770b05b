import { expect, test } from "vitest";
import type { Setting } from "../../../../src/apps/cli/clients/setting.ts";
import { readSettings, withSettings } from "../../../../src/apps/cli/clients/settings-text.ts";

const SETTINGS: readonly Setting[] = [{ kind: "entry", path: ["servers", "nacre"], value: { command: "nacre" } }];

test.each(["json", "toml", "yaml"] as const)("%s that holds its settings stays byte for byte", (format) => {
  const once = withSettings("", SETTINGS, { format, source: "file" });
  expect(once).toContain("nacre");
  expect(withSettings(once, SETTINGS, { format, source: "file" })).toBe(once);
});

test.each([
  ["json", '{\n  "a": }\n', "file, line 2, column 8: a value is expected"],
  ["toml", "a = 1\nb =\n", "file, line 2, column 4: a value is expected"],
  ["yaml", "a: 1\n\tb: 2\n", "file, line 2: a tab indents this line"],
] as const)("broken %s is told with its place", (format, text, message) => {
  expect(() => readSettings(text, format, "file")).toThrow(message);
  expect(() => withSettings(text, SETTINGS, { format, source: "file" })).toThrow(message);
});

test("a setting that another one overrules is told, not written", () => {
  const deny: Setting = { kind: "value", path: ["permission", "bash"], value: "deny", beatenBy: "*" };
  const text = '{"permission": {"bash": "ask", "*": "allow"}}';
  expect(() => withSettings(text, [deny], { format: "json", source: "file" })).toThrow(
    "file: permission.bash is overruled there; change it by hand",
  );
});
