import { expect, test } from "vitest";
import { prints, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { downloader, fileNameOf } from "../../../../../src/core/policy/tools/network/downloader.ts";
import { DOWNLOAD } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test.each([
  ["https://a.example/b/c.sh?x=/y#z", "c.sh"],
  ["https://a.example/b/", "b"],
  ["", "index.html"],
])("%j is saved as %s", (url, name) => {
  expect(fileNameOf(url)).toBe(name);
});

test("every operand is fetched into a file of its name", () => {
  expect(downloader(callOf("aria2c https://a.example/x"))).toEqual([
    { kind: "fetches", from: "https://a.example/x" },
    writes("./x", DOWNLOAD),
    prints(DOWNLOAD),
  ]);
});

test("the file lies where the options say", () => {
  expect(downloader(callOf("aria2c -d /etc -o y https://a.example/x"))).toContainEqual(writes("/etc/y", DOWNLOAD));
});
