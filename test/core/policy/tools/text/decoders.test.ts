import { describe, expect, test } from "vitest";
import { prints, reads, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { compressor, decodedBy, openssl } from "../../../../../src/core/policy/tools/text/decoders.ts";
import { DECODED, DOWNLOAD, FILE, OUTPUT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("known text is turned back only where an option says so", () => {
  const printing = decodedBy((text) => text.toUpperCase(), "-d", "--decode");
  expect(printing("ls", callOf("x -d"))).toBe("LS");
  expect(printing("ls", callOf("x"))).toBe(OUTPUT);
});

describe("openssl", () => {
  test.each([
    ["openssl base64 -d", "bHM=", [prints("ls")]],
    ["openssl enc -base64 -d", "bHM=", [prints("ls")]],
    ["openssl enc -aes-256-cbc -base64 -d", "bHM=", [prints(DECODED)]],
    ["openssl base64", "ls", [prints(OUTPUT)]],
    [
      "openssl s_client -connect a.example:443",
      "in",
      [{ kind: "sends", to: "a.example:443", data: "in" }, prints(DOWNLOAD)],
    ],
    ["openssl x509 -in a.pem -text", "", [{ kind: "reads", path: "a.pem", unseen: true }]],
    ["openssl rsa -in a.pem -text", "", [{ kind: "reads", path: "a.pem", unseen: false }]],
    ["openssl rsa -in a.pem -out b.pem", "", [{ kind: "reads", path: "a.pem", unseen: true }]],
    ["openssl version", "", []],
  ])("%s", (line, stdin, effects) => {
    expect(openssl(callOf(line, stdin))).toEqual(effects);
  });
});

test.each([
  ["gzip a.txt", "", [writes("a.txt")]],
  ["gzip -c a.txt", "", [reads("a.txt"), prints(OUTPUT + FILE)]],
  ["gzip", "in", [prints(OUTPUT)]],
  ["gzip -d", "in", [prints(DECODED)]],
  ["gunzip", "in", [prints(DECODED)]],
])("%s", (line, stdin, effects) => {
  expect(compressor(callOf(line, stdin))).toEqual(effects);
});
