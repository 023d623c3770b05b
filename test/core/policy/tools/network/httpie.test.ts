import { expect, test } from "vitest";
import { prints, reads } from "../../../../../src/core/policy/tools/effect.ts";
import { httpie } from "../../../../../src/core/policy/tools/network/httpie.ts";
import { ANY, DOWNLOAD, FILE, OUTPUT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("the host is told every item, and the contents of every file", () => {
  expect(httpie(callOf("http POST a.example a=b c@d.txt", "in"))).toEqual([
    reads("d.txt"),
    { kind: "sends", to: "a.example", data: `a=b\nc@d.txt${FILE}in` },
    prints(DOWNLOAD),
  ]);
});

test("the method may be left out, and this machine gives an ordinary answer", () => {
  expect(httpie(callOf("http localhost:3000"))).toEqual([
    { kind: "sends", to: "localhost:3000", data: "" },
    prints(OUTPUT),
  ]);
});

test("without an address the host may be any", () => {
  expect(httpie(callOf("http -a x"))).toContainEqual({ kind: "sends", to: ANY, data: "" });
});
