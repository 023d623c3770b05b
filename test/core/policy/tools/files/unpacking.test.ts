import { expect, test } from "vitest";
import { acts, prints, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { cpio, sevenZip, unzip, zip } from "../../../../../src/core/policy/tools/files/unpacking.ts";
import { DECODED, FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const sweeps = (path: string): unknown => ({ kind: "reads", path, recursive: true });

test.each([
  ["zip -r a.zip src", [writes("a.zip"), sweeps("src")]],
  ["zip -r - src", [sweeps("src")]],
  ["zip -rm a.zip src", [writes("a.zip"), sweeps("src"), { kind: "deletes", path: "src", recursive: true }]],
])("%s packs", (line, effects) => {
  expect(zip(callOf(line))).toEqual(effects);
});

test("zip runs the program that tests its archive", () => {
  expect(zip(callOf("zip a.zip src --unzip-command ./x"))).toEqual(
    expect.arrayContaining([shell("./x"), acts("run-helper")]),
  );
});

test.each([
  ["unzip a.zip", [writes("./", FILE)]],
  ["unzip a.zip -d /etc", [writes("/etc/", FILE)]],
  ["unzip -p a.zip", [prints(DECODED)]],
  ["unzip -l a.zip", []],
])("%s", (line, effects) => {
  expect(unzip(callOf(line))).toEqual(effects);
});

test.each([
  ["cpio -i -D lib", [writes("lib/")]],
  ["cpio -p out", [writes("out/")]],
  ["cpio -o -F a.cpio", [writes("a.cpio")]],
  ["cpio -i --rsh-command=./x", [shell("./x"), acts("run-helper"), writes("./")]],
])("%s", (line, effects) => {
  expect(cpio(callOf(line))).toEqual(effects);
});

test.each([
  ["7z x a.7z -oout", [writes("out/")]],
  ["7z a a.7z src", [writes("a.7z"), sweeps("src")]],
  ["7z l a.7z", []],
])("%s", (line, effects) => {
  expect(sevenZip(callOf(line))).toEqual(effects);
});
