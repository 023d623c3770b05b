import { domainToASCII } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isHostAllowed, parseHostRules } from "../../../../src/core/sandbox/network/host-rules.ts";

test("an entry is a name, a name with a port, or everything below a name", () => {
  expect(parseHostRules(["Example.org", "example.org:8443", "*.example.org", "*.example.net:1"])).toEqual([
    { kind: "exact", host: "example.org", ports: [80, 443] },
    { kind: "exact", host: "example.org", ports: [8443] },
    { kind: "below", host: "example.org", ports: [80, 443] },
    { kind: "below", host: "example.net", ports: [1] },
  ]);
});

test.each([
  ["*", "not a host name"],
  ["*.com", "strangers"],
  [".example.org", "as \\*\\.example\\.org, and the name itself as example\\.org"],
  [".example.org:8443", "\\*\\.example\\.org:8443, and the name itself as example\\.org:8443"],
  ["*.co.uk", "strangers"],
  ["*.github.io", "strangers"],
  ["*.", "not a host name"],
  ["", "not a host name"],
  ["example.org:0", "port"],
  ["example.org:65536", "port"],
  ["example.org:-1", "port"],
  ["example.org:", "port"],
  ["example.org:80x", "port"],
  ["https://example.org", "scheme"],
  ["user@example.org", "user"],
  ["example.org/path", "path"],
  ["exa mple.org", "control"],
  ["example.org\0", "control"],
  ["example.org\n", "control"],
  ["127.0.0.1", "address"],
  ["10.0.0.1:80", "address"],
  ["2130706433", "address"],
  ["[::1]", "address"],
  ["[::1]:80", "address"],
  ["::1", "address"],
  ["localhost:3000", "public hosts only"],
  ["*.app.localhost", "public hosts only"],
  ["-bad-.org", "not a host name"],
  ["a..b", "not a host name"],
  ["foo*.example.org", "not a host name"],
])("%j is refused", (entry, why) => {
  expect(() => parseHostRules([entry])).toThrow(new RegExp(why));
});

test("what is not a string is refused", () => expect(() => parseHostRules([7])).toThrow(/not a string/));

test("a name is compared whole, or by whole labels", () => {
  const rules = parseHostRules(["example.org", "*.example.net"]);
  const asked = (host: string, port = 443): boolean => isHostAllowed(rules, host, port);
  expect(
    ["example.org", "EXAMPLE.ORG", "example.org.", "a.example.net", "a.b.example.net"].map((host) => asked(host)),
  ).toEqual([true, true, true, true, true]);
  expect(
    [
      "a.example.org",
      "notexample.org",
      "example.org.evil.com",
      "example.net",
      "evilexample.net",
      "",
      "example.org\0",
      "ex%61mple.org",
    ].map((host) => asked(host)),
  ).toEqual(Array.from({ length: 8 }, () => false));
  expect(asked("example.org", 22)).toBe(false);
});

test("an empty list allows nothing", () => {
  fc.assert(fc.property(fc.domain(), (host) => !isHostAllowed([], host, 443)));
});

test("no address is ever a listed name", () => {
  const rules = parseHostRules(["example.org", "*.example.net"]);
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => !isHostAllowed(rules, address, 443)));
});

test("a host outside the list is never allowed, whatever it looks like", () => {
  const rules = parseHostRules(["allowed.example"]);
  fc.assert(
    fc.property(
      fc.string(),
      (text) => domainToASCII(text.replace(/\.$/, "")) === "allowed.example" || !isHostAllowed(rules, text, 443),
    ),
  );
});

test("a name has one spelling", () => {
  const rules = parseHostRules(["BÜCHER.example"]);
  expect(rules).toMatchObject([{ host: "xn--bcher-kva.example" }]);
  const names = ["bücher.example", "XN--BCHER-KVA.example.", "a b", "x".repeat(300)];
  expect(names.map((name) => isHostAllowed(rules, name, 443))).toEqual([true, true, false, false]);
  expect(() => parseHostRules(["x".repeat(300)])).toThrow(/not a host name/);
});
