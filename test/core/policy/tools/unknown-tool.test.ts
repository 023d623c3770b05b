import { describe, expect, test } from "vitest";
import { acts, executes, reads, writes } from "../../../../src/core/policy/tools/effect.ts";
import { carriedCommands, guessed, suspicions } from "../../../../src/core/policy/tools/unknown-tool.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";

describe("commands among the arguments", () => {
  test("a telling name and what follows it is one", () => {
    expect(carriedCommands(["-v", "rm", "--", "-rf", "/"])).toEqual([{ argv: ["rm", "-rf", "/"] }]);
  });

  test("so is the value of a telling option, glued or not, where it can be a command", () => {
    expect(carriedCommands(["--exec", "ls -l", "--hook=./x"])).toEqual([{ code: "ls -l" }, { code: "./x" }]);
    expect(carriedCommands(["--exec", "word", "--name", "a b", "--exec", `${ANY} b`])).toEqual([]);
  });
});

describe("what a table leaves to guess", () => {
  const args = ["--output", "/etc/x", "--config=~/.ssh/id_rsa", "do it"];

  test("nothing where everything is known", () => {
    expect(guessed("everything", "tool", args)).toEqual([]);
  });

  test("places where the usual is known", () => {
    expect(guessed("usual", "tool", args)).toEqual([writes("/etc/x")]);
  });

  test("also what is read and carried where only verbs are known", () => {
    expect(guessed("verbs", "tool", args)).toEqual([
      reads("/etc/x"),
      reads("~/.ssh/id_rsa"),
      { kind: "carries", text: "do it" },
      writes("/etc/x"),
    ]);
  });
});

describe("a program that no table has", () => {
  test.each([
    ["a disk", ["/dev/sda"], acts("disk-tool", "/dev/sda")],
    ["a host", ["--host", "db.example.com"], { kind: "fetches", from: "db.example.com" }],
    ["an address", ["ftp://a.example/x"], { kind: "fetches", from: "ftp://a.example/x" }],
    ["a verb that destroys", ["destroy"], acts("destroy-remote", "tool")],
    ["a verb that publishes", ["publish"], acts("publish", "tool")],
    ["a script in a temporary directory", ["/tmp/x.py"], executes("/tmp/x.py")],
    ["code", ["-e", "f('x')"], { kind: "code", text: "f('x')", language: "other" }],
  ])("is suspected by %s", (_what, args, effect) => {
    expect(suspicions("tool", args, "")).toContainEqual(effect);
  });

  test("is not suspected of a message, nor of looking at a disk when that is its work", () => {
    expect(suspicions("tool", ["--message", "destroy it"], "")).toEqual([]);
    expect(suspicions("smartctl", ["/dev/sda"], "")).toEqual([]);
  });

  test("may run what comes in, unless all it does is show it", () => {
    expect(suspicions("tool", [], "rm x")).toEqual([{ kind: "carries", text: "rm x" }]);
    expect(suspicions("cowsay", [], "rm x")).toEqual([]);
  });
});
