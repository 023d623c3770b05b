import { expect, test } from "vitest";
import { acts, prints, reads, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { dd } from "../../../../../src/core/policy/tools/files/dd.ts";
import { ENDLESS, FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("dd reads if= and writes of=", () => {
  expect(dd(callOf("dd if=a of=b"))).toEqual([reads("a"), writes("b", FILE), prints("")]);
});

test("without a file it takes what comes in and prints what it read", () => {
  expect(dd(callOf("dd of=b", "text"))).toEqual([writes("b", "text"), prints("")]);
  expect(dd(callOf("dd if=a"))).toEqual([reads("a"), prints(FILE)]);
  expect(dd(callOf("dd if=/dev/zero"))).toEqual([reads("/dev/zero"), prints(ENDLESS)]);
});

test.each(["dd if=/dev/zero of=b", "dd if=/dev/zero of=b bs=1G count=100", "dd if=a of=b count=300000000"])(
  "%s fills the disk",
  (line) => expect(dd(callOf(line))).toContainEqual(acts("exhaust")),
);

test.each(["dd if=/dev/zero of=b bs=1M count=100", "dd if=a of=b bs=1G"])("%s does not", (line) => {
  expect(dd(callOf(line))).not.toContainEqual(acts("exhaust"));
});
