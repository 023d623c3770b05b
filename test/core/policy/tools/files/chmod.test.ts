import { expect, test } from "vitest";
import { acts, prints } from "../../../../../src/core/policy/tools/effect.ts";
import { chmod } from "../../../../../src/core/policy/tools/files/chmod.ts";
import { callOf } from "../../../../support/tool-call.ts";

const opened = (path: string): unknown => ({ kind: "opens-access", path, recursive: true });

test("chmod opens every path behind the mode", () => {
  expect(chmod(callOf("chmod 755 a b"))).toEqual([opened("a"), opened("b"), prints("")]);
});

test.each(["4755", "06755", "u+s", "+s", "u=rxs", "g+x,u+s"])("the mode %s sets the user's id bit", (mode) => {
  expect(chmod(callOf(`chmod ${mode} a`))).toEqual([acts("set-id-bit"), opened("a"), prints("")]);
});

test.each(["2775", "02755", "g+s", "g=rxs", "u+x,g+s"])("the mode %s hands on the group, and no more", (mode) => {
  expect(chmod(callOf(`chmod ${mode} a`))).toEqual([opened("a"), prints("")]);
});

test.each(["-x", "--reference=b"])("with %s no word is the mode", (option) => {
  expect(chmod(callOf(`chmod ${option} 4755`))).toEqual([opened("4755"), prints("")]);
});
