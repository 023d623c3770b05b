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

test("the names are those of the map itself, not of a fork", () => {
  const map = new SharedMap(new Map([["a", 1]]));
  map.fork().set("b", 2);
  expect([map.keys(), map.size]).toEqual([["a"], 1]);
});

test("many changes, some in forks, leave what a plain map would hold", () => {
  const map = new SharedMap<number>();
  const plain = new Map<string, number>();
  let fork = map;
  for (let turn = 0; turn < 400; turn++) {
    if (turn % 3 === 0) fork = fork.fork();
    const name = `n${(turn * 7) % 150}`;
    const value = turn % 5 === 0 ? undefined : turn;
    fork.replace(name, value);
    if (value === undefined) plain.delete(name);
    else plain.set(name, value);
  }
  expect(fork.size).toBe(plain.size);
  expect(fork.keys().toSorted()).toEqual([...plain.keys()].toSorted());
  expect(fork.keys().map((name) => fork.get(name))).toEqual(fork.keys().map((name) => plain.get(name)));
  expect(fork.mapped((value) => -value).get("n1")).toBe(-(plain.get("n1") ?? 0));
});

test("forks of a large map are joined by what changed in either", () => {
  const map = new SharedMap(new Map(Array.from({ length: 200 }, (_, n) => [`n${n}`, n])));
  const fork = map.fork();
  const asked: string[] = [];
  map.set("n1", -1);
  fork.set("n2", -2);
  const changed = map.join(fork, (name, _before, after) => {
    asked.push(name);
    return after;
  });
  expect([changed, asked, map.get("n1"), map.get("n2")]).toEqual([true, ["n1", "n2"], 1, -2]);
});
