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

const HERE = { cwd: ["/w"] };

test("a command has the same number in the next turn of a loop", () => {
  const parts = new Parts();
  expect(parts.add(undefined, invoked("a"), HERE)).toEqual({ id: 1, isRepeated: false });
  expect(parts.add(1, invoked("a"), HERE)).toEqual({ id: 2, isRepeated: false });
  expect(parts.add(undefined, invoked("a"), HERE)).toEqual({ id: 1, isRepeated: true });
});

test("of each command the strictest decision is kept, and no word that is not known", () => {
  const parts = new Parts();
  const { id } = parts.add(undefined, invoked("a", ANY), HERE);
  parts.decided(id, "deny");
  parts.decided(id, "ask");
  parts.add(undefined, invoked("b"), HERE);
  expect(parts.all()).toEqual([
    { text: "x", span: [0, 1], argv: ["a", null], decision: "deny" },
    { text: "x", span: [0, 1], argv: ["b"], decision: "allow" },
  ]);
});

test("a command is plain where its words say all, in one directory", () => {
  const plainIn = (invocation: Invocation, cwd: readonly string[] = ["/w"], parent?: number): string | undefined => {
    const parts = new Parts();
    parts.add(parent, invocation, { cwd });
    return parts.subjects[0]?.plainIn;
  };
  const write = { kind: "write", paths: ["x"], append: false, descriptor: 1 } as const;
  expect([plainIn(invoked("a")), plainIn({ ...invoked("a"), redirects: [write] })]).toEqual(["/w", "/w"]);
  expect([
    plainIn(invoked("a"), ["/w"], 7),
    plainIn(invoked("a"), ["/w", "/x"]),
    plainIn(invoked("a"), [ANY]),
    plainIn({ ...invoked("a"), stdin: "y" }),
    plainIn({ ...invoked("a"), redirects: [{ kind: "read", paths: ["x"] }] }),
    plainIn({ ...invoked("a"), environment: new Map([["A", ["1"]]]) }),
  ]).toEqual(Array.from({ length: 6 }));
});

test("a command that runs in another directory at the next turn of a loop is plain in none", () => {
  const parts = new Parts();
  parts.add(undefined, invoked("a"), HERE);
  parts.add(undefined, invoked("b"), HERE);
  parts.add(undefined, invoked("a"), { cwd: ["/x"] });
  parts.add(undefined, invoked("a"), HERE);
  expect(parts.subjects.map(({ plainIn }) => plainIn)).toEqual([undefined, "/w"]);
});
