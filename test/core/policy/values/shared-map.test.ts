import { expect, test } from "vitest";
import { SharedMap } from "../../../../src/core/policy/values/shared-map.ts";

test("a fork and its origin do not see what the other one sets", () => {
  const map = new SharedMap(new Map([["a", 1]]));
  const fork = map.fork();
  fork.set("a", 2);
  map.set("b", 3);
  expect([map.get("a"), fork.get("a"), fork.get("b")]).toEqual([1, 2, undefined]);
});

test("joining says whether anything changed, and asks only about what differs", () => {
  const map = new SharedMap(new Map([["a", 1]]));
  const fork = map.fork();
  const most = (_name: string, before: number | undefined, after: number): number => Math.max(before ?? 0, after);
  expect(map.join(fork, most)).toBe(false);
  fork.set("a", 0);
  expect(map.join(fork, most)).toBe(false);
  fork.set("c", 5);
  expect(map.join(fork, most)).toBe(true);
  expect([map.get("a"), map.get("c")]).toEqual([1, 5]);
});

test("the entries are those of the map itself, not of a fork", () => {
  const map = new SharedMap(new Map([["a", 1]]));
  map.fork().set("b", 2);
  expect([...map.entries()]).toEqual([["a", 1]]);
});
