import { expect, test } from "vitest";
import { acts, prints, reads, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { sed } from "../../../../../src/core/policy/tools/text/sed.ts";
import { FILE, OUTPUT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("sed reads its files, and changes them in place with -i", () => {
  expect(sed(callOf("sed s/a/b/ a.txt"))).toEqual([
    { kind: "reads", path: "a.txt", unseen: false },
    prints(OUTPUT + FILE),
  ]);
  expect(sed(callOf("sed -i s/a/b/ a.txt"))).toContainEqual(expect.objectContaining(writes("a.txt")));
});

test("a plain substitution of known text is done", () => {
  expect(sed(callOf("sed s/x/m/g", "rx -rf"))).toEqual([prints("rm -rf")]);
  expect(sed(callOf("sed s/x*/m/", "rx"))).toEqual([prints(OUTPUT)]);
});

test.each([
  ["1e ls -l", shell("ls -l")],
  ["e", acts("run-unknown-code")],
  ["s/a/ls/e", shell("ls")],
  ["w out.txt", writes("out.txt")],
  ["s/a/b/w out.txt", writes("out.txt")],
  ["r notes.txt", reads("notes.txt")],
  ["r /etc/shadow", reads("/etc/shadow")],
  ["/a/r /etc/shadow", reads("/etc/shadow")],
  ["/a/w /etc/passwd", writes("/etc/passwd")],
  ["w /tmp/x", acts("write-outside", "/tmp/x")],
])("the script %j does more than change text", (script, effect) => {
  expect(sed(callOf(["sed", script], "in"))).toContainEqual(expect.objectContaining(effect));
});

test.each(["/e ls/d", "a w out.txt", "s/e ls/w x/"])("the script %j only speaks of it", (script) => {
  expect(sed(callOf(["sed", script], "in"))).toEqual([prints(expect.anything())]);
});
