import { expect, test } from "vitest";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { Parts } from "../../../../src/core/policy/walk/found-commands.ts";
import type { Invocation } from "../../../../src/core/policy/walk/walk-types.ts";

const invoked = (...argv: readonly string[]): Invocation => ({
  argv,
  environment: new Map(),
  redirects: [],
  stdin: "",
  origin: { text: "x", span: [0, 1] },
});

test("a command has the same number in the next turn of a loop", () => {
  const parts = new Parts();
  expect(parts.add(undefined, invoked("a"))).toEqual({ id: 1, isRepeated: false });
  expect(parts.add(1, invoked("a"))).toEqual({ id: 2, isRepeated: false });
  expect(parts.add(undefined, invoked("a"))).toEqual({ id: 1, isRepeated: true });
});

test("of each command the strictest decision is kept, and no word that is not known", () => {
  const parts = new Parts();
  const { id } = parts.add(undefined, invoked("a", ANY));
  parts.decided(id, "deny");
  parts.decided(id, "ask");
  parts.add(undefined, invoked("b"));
  expect(parts.all()).toEqual([
    { text: "x", span: [0, 1], argv: ["a", null], decision: "deny" },
    { text: "x", span: [0, 1], argv: ["b"], decision: "allow" },
  ]);
});
