import { describe, expect, test } from "vitest";
import { acts, prints, shell } from "../../../../../src/core/policy/tools/effect.ts";
import { autossh, ssh, sshSettings } from "../../../../../src/core/policy/tools/network/ssh.ts";
import { readOptions } from "../../../../../src/core/policy/tools/options.ts";
import { DOWNLOAD, OUTPUT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

describe("a session", () => {
  test("runs its words there, or what comes in", () => {
    expect(ssh(callOf("ssh -p 22 host -4 ls -l"))).toEqual([
      { kind: "sends", to: "host", data: "" },
      shell("ls -l"),
      prints(DOWNLOAD),
    ]);
    expect(ssh(callOf("ssh localhost", "pwd"))).toEqual([
      { kind: "sends", to: "localhost", data: "pwd" },
      shell("pwd"),
      prints(OUTPUT),
    ]);
  });

  test("without a host sends nothing", () => {
    expect(ssh(callOf("ssh -V"))).toEqual([]);
  });

  test.each([
    ["-R 80:localhost:80", acts("remote-shell", "a tunnel")],
    ["-D 1080", acts("remote-shell", "a tunnel")],
    ["-L 80:localhost:80", acts("network", "a tunnel")],
  ])("with %s is a tunnel", (option, effect) => {
    expect(ssh(callOf(`ssh ${option} host`))[0]).toEqual(effect);
  });

  test("of autossh has a port of its own", () => {
    expect(autossh(callOf("autossh -M 0 host"))[0]).toEqual({ kind: "sends", to: "host", data: "" });
  });
});

describe("a setting of ssh", () => {
  const settings = (...args: readonly string[]): unknown => sshSettings(readOptions(args, "-o: -i: -I: -F:"));

  test("may run a command on this side", () => {
    expect(settings("-o", "ProxyCommand=./x y")).toEqual([shell("./x y"), acts("run-helper", "ProxyCommand=./x y")]);
    expect(settings("-o", "StrictHostKeyChecking=no")).toEqual([]);
  });

  test("may load a library or a file of settings", () => {
    expect(settings("-I", "/x/y.so")).toEqual([acts("loader-variable")]);
    expect(settings("-i", "key")).toEqual([]);
    expect(settings("-F", "x")).toEqual([acts("run-helper", "x")]);
  });
});
