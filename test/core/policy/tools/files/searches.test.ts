import { describe, expect, test } from "vitest";
import { acts, prints, reads, runs, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { fd, find, parallel, xargs } from "../../../../../src/core/policy/tools/files/searches.ts";
import { ENDLESS, FILE, STAR, TAIL } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const deletes = (path: string): unknown => ({ kind: "deletes", path, recursive: true });

describe("xargs", () => {
  test("puts the words that come in behind its command", () => {
    expect(xargs(callOf("xargs -n 1 rm -f", "a 'b'\nc"))).toEqual([
      { kind: "runs", argv: ["rm", "-f", "a", "b", "c"], stdin: "" },
    ]);
    expect(xargs(callOf("xargs", "a"))).toEqual([{ kind: "runs", argv: ["echo", "a"], stdin: "" }]);
  });

  test("puts each line in place of its mark", () => {
    expect(xargs(callOf("xargs -I % cp % out", "a b\nc"))).toEqual([
      runs(["cp", "a b", "out"]),
      runs(["cp", "c", "out"]),
    ]);
  });

  test("reads its items from a file", () => {
    expect(xargs(callOf("xargs -a list rm"))).toEqual([reads("list"), { kind: "runs", argv: ["rm", FILE], stdin: "" }]);
  });

  test("starts processes without end when its input has none", () => {
    expect(xargs(callOf("xargs -P 0 sh", `y${ENDLESS}`))).toContainEqual(acts("fork-bomb"));
  });
});

describe("parallel", () => {
  test("runs its command with each item", () => {
    expect(parallel(callOf("parallel gzip {} ::: a b"))).toEqual([runs(["gzip", "a"]), runs(["gzip", "b"])]);
    expect(parallel(callOf("parallel gzip", "a\n"))).toEqual([runs(["gzip", "a"])]);
  });

  test("runs each item where there is no command, and shell text where there is one", () => {
    expect(parallel(callOf("parallel", "ls -l\npwd"))).toEqual([shell("ls -l"), shell("pwd")]);
    expect(parallel(callOf(["parallel", "cat {} | wc", ":::", "a"]))).toEqual([shell("cat a | wc")]);
  });
});

describe("find", () => {
  test("takes away the start itself where nothing narrows the search", () => {
    expect(find(callOf("find lib -delete"))).toEqual([
      deletes("lib"),
      deletes(`lib/${TAIL}`),
      prints(`lib\nlib/${TAIL}`),
    ]);
  });

  test("takes away only what a test before the action lets through", () => {
    expect(find(callOf("find lib -name *.o -delete"))).toContainEqual(deletes(`lib/${TAIL}/${STAR}.o`));
    expect(find(callOf("find lib -name *.o -delete"))).not.toContainEqual(deletes("lib"));
    expect(find(callOf("find lib -delete -name *.o"))).toContainEqual(deletes("lib"));
    expect(find(callOf("find lib ! -name *.o -delete"))).toContainEqual(deletes("lib"));
  });

  test("runs the words of an action, and finds no action among them", () => {
    const effects = find(callOf("find lib -empty -exec echo {} -delete ; -fprint out"));
    expect(effects).toContainEqual(runs(["echo", `lib/${TAIL}`, "-delete"]));
    expect(effects).toContainEqual(writes("out"));
    expect(effects.map(({ kind }) => kind)).not.toContain("deletes");
  });
});

test("fd runs its command with what it finds", () => {
  expect(fd(callOf("fd x src -x rm"))).toEqual([runs(["rm", `src/${TAIL}`])]);
  expect(fd(callOf("fd x -x mv {} out"))).toEqual([runs(["mv", `./${TAIL}`, "out"])]);
  expect(fd(callOf("fd x"))).toEqual([prints(`./${TAIL}`)]);
});

test("the words of an action of find are no tests of it", () => {
  expect(find(callOf("find src -exec echo -name x ; -delete"))).toContainEqual(deletes("src"));
});
