import { describe, expect, test } from "vitest";
import { acts, runs, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { su, sudo } from "../../../../../src/core/policy/tools/run/sudo.ts";
import { callOf } from "../../../../support/tool-call.ts";

describe("sudo", () => {
  test.each([
    ["sudo -u root ls -l", [acts("privilege"), runs(["ls", "-l"])]],
    [
      "sudo A=b ls",
      [acts("privilege"), shell("A='b'"), { kind: "runs", argv: ["ls"], given: new Map([["A", ["b"]]]) }],
    ],
    ["sudo -e /etc/hosts", [acts("privilege"), writes("/etc/hosts"), acts("raise-privilege")]],
    ["sudo -i", [acts("privilege"), acts("raise-privilege")]],
    ["sudo bash -l", [acts("privilege"), runs(["bash", "-l"]), acts("raise-privilege")]],
    ["sudo bash a.sh", [acts("privilege"), runs(["bash", "a.sh"])]],
    ["sudo -l", [acts("privilege")]],
    ["sudo --version", []],
    ["sudo", []],
  ])("%s", (line, effects) => {
    expect(sudo(callOf(line))).toEqual(effects);
  });

  test("gives its shell what comes in", () => {
    expect(sudo(callOf("sudo -s", "ls"))).toEqual([acts("privilege"), acts("raise-privilege"), shell("ls")]);
  });
});

test.each([
  ["su -c ls", [acts("privilege"), shell("ls")]],
  ["su root", [acts("raise-privilege"), shell("in")]],
  ["su --help", []],
])("%s", (line, effects) => {
  expect(su(callOf(line, "in"))).toEqual(effects);
});
