import { expect, test } from "vitest";
import { acts, prints } from "../../../../../src/core/policy/tools/effect.ts";
import { chmod } from "../../../../../src/core/policy/tools/files/chmod.ts";
import { callOf } from "../../../../support/tool-call.ts";

const opened = (path: string): unknown => ({ kind: "opens-access", path, recursive: true });

test("chmod opens every path behind the mode", () => {
  expect(chmod(callOf("chmod 755 a b"))).toEqual([opened("a"), opened("b"), prints("")]);
});

test.each(["4755", "02755", "u+s", "g=rxs", "u+x,g+s"])("the mode %s sets an id bit", (mode) => {
  expect(chmod(callOf(`chmod ${mode} a`))).toEqual([acts("set-id-bit"), opened("a"), prints("")]);
});

test.each(["-x", "--reference=b"])("with %s no word is the mode", (option) => {
  expect(chmod(callOf(`chmod ${option} 4755`))).toEqual([opened("4755"), prints("")]);
});
