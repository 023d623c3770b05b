import { expect, test } from "vitest";
import { readFlags } from "../../bench/flags.ts";

const read = (...args: string[]) =>
  readFlags({ args, allowPositionals: true, options: { passes: { type: "string" } } }, "usage");

test("flags are read; help prints the usage, and a flag that is not there says so", () => {
  expect(read("session", "--passes", "2")).toMatchObject({ values: { passes: "2" }, positionals: ["session"] });
  expect(read("--help")).toEqual({ print: "usage", code: 0 });
  expect(read("--pases", "2")).toEqual({ print: expect.stringMatching(/'--pases'[^]*\n\nusage$/), code: 2 });
});
