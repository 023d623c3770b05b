import { expect, test } from "vitest";
import { acts, prints } from "../../../../../src/core/policy/tools/effect.ts";
import { client, letter, lookup, scan, wscat } from "../../../../../src/core/policy/tools/network/contacts.ts";
import { ANY, DOWNLOAD, FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const sends = (to: string, data: string): unknown => ({ kind: "sends", to, data });

test("a client tells its host everything, and prints the answer", () => {
  expect(client("-p:")(callOf("telnet -p 9 a.example 23", "in"))).toEqual([
    sends("a.example", "ina.example 23"),
    prints(DOWNLOAD),
  ]);
  expect(client()(callOf("telnet"))).toEqual([]);
});

test("wscat tells the host behind -c what comes in", () => {
  expect(wscat(callOf("wscat -c ws://a.example", "in"))).toEqual([sends("ws://a.example", "in")]);
  expect(wscat(callOf("wscat", "in"))).toEqual([sends(ANY, "in")]);
});

test("a name that is looked up is told to its server", () => {
  expect(lookup(callOf("dig @a.example b.example TXT +short -p abc"))).toEqual([
    sends("a.example", "abc"),
    sends("b.example", "abc"),
    prints(DOWNLOAD),
  ]);
});

test("a letter carries what comes in, or its own words", () => {
  expect(letter(callOf("mail -s hi a@b.example", "in"))).toEqual([sends("a@b.example", FILE)]);
  expect(letter(callOf("mail a@b.example"))).toEqual([sends("a@b.example", "a@b.example")]);
  expect(letter(callOf("mail", "in"))).toEqual([sends(ANY, FILE)]);
});

test("a scan of this machine alone stays here", () => {
  expect(scan(callOf("nmap -p 80 localhost 127.0.0.1"))).toEqual([]);
  expect(scan(callOf("nmap localhost a.example"))).toEqual([acts("network")]);
  expect(scan(callOf("nmap --script ./x.nse localhost"))).toEqual([acts("run-helper", "./x.nse")]);
});
