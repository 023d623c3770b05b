import { expect, test } from "vitest";
import { Scope } from "../../../../src/core/policy/values/scope.ts";
import { Exit, LoopHeads, Turns } from "../../../../src/core/policy/walk/loop-heads.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

function scopeWith(value: string): Scope {
  const scope = new Scope(PLACE);
  scope.set("x", [value]);
  return scope;
}

test("turns are exact at first, widened later, and given up in the end", () => {
  const turns = new Turns();
  expect(turns.joining).toBe("exact");
  expect([turns.next(), turns.joining, turns.next(), turns.joining]).toEqual([true, "exact", true, "widened"]);
  let more = 0;
  while (turns.next()) more++;
  expect(more).toBe(6);
});

test("a turn has changed something until the next one begins", () => {
  const turns = new Turns();
  turns.note(true);
  turns.note(false);
  expect(turns.isChanged).toBe(true);
  turns.next();
  expect(turns.isChanged).toBe(false);
});

test("the head of a loop knows all that a turn may begin with", () => {
  const heads = new LoopHeads();
  const head = heads.enter("text", "key", scopeWith("a"));
  expect(heads.turns.isChanged).toBe(false);
  heads.turn(head, scopeWith("b"));
  expect(heads.turns.isChanged).toBe(true);
  expect(heads.enter("text", "key", scopeWith("a"))).toBe(head);
  expect(head.valuesOf("x")).toEqual(["a", "b"]);
});

test("an exit brings every state in which something was left", () => {
  const exit = new Exit();
  const scope = scopeWith("a");
  exit.into(scope);
  expect(scope.valuesOf("x")).toEqual(["a"]);
  exit.add(scopeWith("b"));
  exit.add(scopeWith("c"));
  exit.into(scope);
  expect(scope.valuesOf("x")).toEqual(["a", "b", "c"]);
});
