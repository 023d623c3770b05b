import { describe, expect, test } from "vitest";
import { acts, reads, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { cp, install, ln, mv } from "../../../../../src/core/policy/tools/files/copied-paths.ts";
import { FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

describe("cp", () => {
  test("reads its source and writes its target", () => {
    expect(cp(callOf("cp a b"))).toEqual([{ kind: "reads", path: "a", recursive: false }, writes("b", FILE)]);
  });

  test("puts a file of the same name into a directory", () => {
    expect(cp(callOf("cp /etc/passwd ~"))).toContainEqual(writes("~/passwd", FILE));
    expect(cp(callOf("cp -t lib a b")).filter(({ kind }) => kind === "writes")).toContainEqual(writes("lib//b", FILE));
  });

  test("of one word copies nothing", () => {
    expect(cp(callOf("cp a"))).toEqual([]);
  });
});

test("mv also takes its source away", () => {
  expect(mv(callOf("mv a b"))).toEqual([
    { kind: "deletes", path: "a", recursive: true },
    reads("a"),
    writes("b", FILE),
  ]);
});

describe("ln", () => {
  test("alone puts a link into the working directory", () => {
    expect(ln(callOf("ln -s lib/a"))).toEqual([
      { ...writes(".//a", FILE), renews: true },
      { kind: "links", path: ".//a", target: "lib/a", from: "link" },
    ]);
  });

  test.each([
    ["/dev/sda", acts("write-device", "/dev/sda")],
    ["~/.ssh/id_rsa", acts("plant-link", "~/.ssh/id_rsa")],
    ["../a", reads("../a")],
  ])("to %s says where the link leads", (source, effect) => {
    expect(ln(callOf(`ln -s ${source} x`))).toContainEqual(effect);
  });
});

describe("install", () => {
  test("copies, and may set an id bit", () => {
    expect(install(callOf("install -m 4755 a b"))).toEqual([acts("set-id-bit"), reads("a"), writes("b", FILE)]);
    expect(install(callOf("install -m 755 a b"))).toEqual([reads("a"), writes("b", FILE)]);
    for (const mode of ["02755", "3755", "5755", "a+s", "u=rwxs", "g+xs"])
      expect(install(callOf(`install -m ${mode} a b`))).toContainEqual(acts("set-id-bit"));
  });

  test("-d makes directories", () => {
    expect(install(callOf("install -d a b"))).toEqual([
      { kind: "creates", path: "a" },
      { kind: "creates", path: "b" },
    ]);
  });

  test("-d may hand a group on, as mkdir and chmod may, but not a user", () => {
    expect(install(callOf("install -d -m 2775 a"))).toEqual([{ kind: "creates", path: "a" }]);
    expect(install(callOf("install -d -m 4775 a"))).toContainEqual(acts("set-id-bit"));
  });
});
