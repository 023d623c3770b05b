import { expect, test } from "vitest";
import { exactText, lastWords, ownArguments } from "../../../src/apps/cli/own-arguments.ts";

test("the arguments of this process are those that Node has, where all of them are text", () => {
  expect(ownArguments()).toEqual(process.argv.slice(2));
});

test("text stays as it is, a byte that is none is marked", () => {
  expect(exactText(Buffer.from("plain é \u{1f600} \ufffd\ufeff"))).toBe("plain é \u{1f600} \ufffd\ufeff");
  // A lone byte, half a character, an overlong form, a surrogate in UTF-8.
  const broken = Buffer.from([0x61, 0xff, 0xc3, 0x62, 0xc0, 0xaf, 0xed, 0xa0, 0x80]);
  expect(exactText(broken)).toBe("a\udcff\udcc3b\udcc0\udcaf\udced\udca0\udc80");
});

test("the last words of a command line, also empty ones", () => {
  const line = Buffer.from("node\0--flag\0nacre.js\0run\0\0\xff\0", "latin1");
  expect(lastWords(line, 3)).toEqual(["run", "", "\udcff"]);
  expect(lastWords(line, 0)).toEqual([]);
});
