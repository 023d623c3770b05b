import { expect, test } from "vitest";
import { prints, reads } from "../../../../../src/core/policy/tools/effect.ts";
import { cut } from "../../../../../src/core/policy/tools/text/cut.ts";
import { ENVIRONMENT, FILE, OUTPUT, SECRET } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("cut reads its files and keeps what they carried", () => {
  expect(cut(callOf("cut -c 1-3 a.txt"))).toEqual([reads("a.txt"), prints(OUTPUT + FILE)]);
  expect(cut(callOf("cut -d= -f2", `a=${SECRET}`))).toEqual([prints(OUTPUT + SECRET)]);
});

test("the first field before = is a name, which gives no secret away", () => {
  expect(cut(callOf("cut -d= -f1", ENVIRONMENT + SECRET))).toEqual([prints(OUTPUT)]);
  expect(cut(callOf("cut -d= -f1 .env"))).toEqual([prints(OUTPUT + FILE)]);
});
