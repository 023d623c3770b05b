import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import {
  elementFrom,
  elementOf,
  elementsAt,
  placed,
  withElement,
} from "../../../../src/core/policy/values/elements.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

test("an element is found at its place, and is any of them where the place cannot be known", () => {
  expect(elementsAt([["a", "b"]], "1")).toEqual(["b"]);
  expect(elementsAt([["a", "b"]], "-1")).toEqual(["b"]);
  expect(elementsAt([["a", "b"]], "k")).toEqual(["a", "b"]);
  expect(elementsAt([["a", "b"]], "7")).toEqual(["a", "b"]);
});

test("subscripts without a gap give the order, with one each element may stand anywhere", () => {
  expect(placed([elementFrom("[1]=b"), elementFrom("[0]=a")])).toEqual([["a", "b"]]);
  expect(placed([elementFrom("[1]=a"), elementFrom("[3]=b")])).toEqual([
    ["a", "b"],
    ["b", "a"],
  ]);
  expect(placed([elementFrom("a"), elementFrom("b=c")])).toEqual([["a", "b=c"]]);
});

test("an element is replaced, put behind the last one, or may stand anywhere", () => {
  expect(withElement([["a", "b"]], "0", "c")).toEqual([["c", "b"]]);
  expect(withElement([["a"]], "1", "b")).toEqual([["a", "b"]]);
  expect(withElement([["a"]], "5", "b").flat()).toContain("b");
});

test("a name with a subscript stands for an element", () => {
  const find = () => ({ kind: "array", lists: [["a", "b"]] }) as const;
  expect(elementOf("x[1]", find)).toEqual({ kind: "scalar", values: ["b"] });
  expect(elementOf("x", find)).toBeUndefined();
});

test.each([
  "x=([5]=rm); ${x[5]} -rf /etc",
  "x[3]=rm; ${x[3]} -rf /etc",
  "x=(ls); x[0]=rm; ${x[0]} -rf /etc",
  "x=(a rm); declare -n r=x[1]; $r -rf /etc",
  "x=(a /etc); p=x[1]; rm -rf ${!p}",
  "declare -A m=([/etc]=1); rm -rf ${!m[@]}",
  "declare -A m; m[/etc]=1; rm -rf ${!m[@]}",
])("%s is denied", (command) => {
  expect(judge(command, PLACE).decision).toBe("deny");
});

/** More words than are kept of one list. */
const MANY = Array.from({ length: 300 }, (_, n) => `x${n}`).join(" ");

test.each([
  `a=(${MANY} ~); rm -rf "\${a[@]}"`,
  `a=(${MANY}); a+=(~); rm -rf "\${a[@]}"`,
  `a=(${MANY}); a[300]=~; rm -rf "\${a[@]}"`,
  `a=(${MANY} ~ y); rm -rf "\${a[-2]}"`,
  `declare -A m; ${Array.from({ length: 300 }, (_, n) => `m[k${n}]=x`).join("; ")}; m[/etc]=x; rm -rf "\${!m[@]}"`,
])("what is behind the words that are kept may be anything", (command) => {
  expect(judge(command, PLACE).decision).toBe("ask");
});
