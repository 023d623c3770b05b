import { expect, test } from "vitest";
import { entryOver, holds, isTransportField, valueAt } from "../../../../src/apps/cli/clients/setting.ts";

test("a path leads to a value, or to nothing", () => {
  expect(valueAt({ a: { b: [1] } }, ["a", "b"])).toEqual([1]);
  expect(valueAt({ a: 1 }, ["a", "b"])).toBe(undefined);
  expect(valueAt(undefined, [])).toBe(undefined);
});

test("nacre's entry keeps what the user added, and has one transport", () => {
  const found = { url: "http://x", headers: {}, env: { A: "1" }, timeout: 5 };
  expect(entryOver(found, { command: "nacre", args: [] })).toEqual({
    env: { A: "1" },
    timeout: 5,
    command: "nacre",
    args: [],
  });
  expect(isTransportField("headers")).toBe(true);
});

test.each([
  [{ kind: "entry", path: ["s"], value: { command: "n" } }, { s: { command: "n", env: {} } }, true],
  [{ kind: "entry", path: ["s"], value: { command: "n" } }, { s: { command: "n", url: "u" } }, false],
  [{ kind: "entry", path: ["s"], value: { command: "n" } }, {}, false],
  [{ kind: "item", path: ["l"], value: "Bash" }, { l: ["a", "Bash"] }, true],
  [{ kind: "item", path: ["l"], value: "Bash" }, { l: "Bash" }, false],
  [{ kind: "value", path: ["p", "bash"], value: "deny" }, { p: { bash: "deny", "*": "allow" } }, true],
  [{ kind: "value", path: ["p", "bash"], value: "deny", beatenBy: "*" }, { p: { bash: "deny", "*": "allow" } }, false],
  [{ kind: "value", path: ["p", "bash"], value: "deny", beatenBy: "*" }, { p: { "*": "allow", bash: "deny" } }, true],
] as const)("%j in %j: %j", (setting, data, expected) => {
  expect(holds(data, setting)).toBe(expected);
});
