import { expect, test } from "vitest";
import { acts, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import {
  clones,
  overwritesBranches,
  pushesToAddress,
  reaches,
} from "../../../../../src/core/policy/tools/vcs/git-addresses.ts";
import { DOWNLOAD } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const fetches = (from: string): unknown => ({ kind: "fetches", from });

test("an address is reached, the name of a remote is not", () => {
  expect(reaches(callOf("fetch --depth 1 https://a.example/x main"))).toEqual([fetches("https://a.example/x")]);
  expect(reaches(callOf("fetch origin main"))).toEqual([]);
});

test.each([
  ["clone https://a.example/x.git", [fetches("https://a.example/x.git"), writes("x/", DOWNLOAD)]],
  ["clone -b main git@a.example:y/x.git z", [fetches("git@a.example:y/x.git"), writes("z/", DOWNLOAD)]],
  ["clone ../x", [writes("x/")]],
  ["clone", []],
])("%s fills a directory", (line, effects) => {
  expect(clones(callOf(line))).toEqual(effects);
});

test("the settings of a clone are settings of git", () => {
  expect(clones(callOf("clone -c core.sshCommand=./x ../y"))).toContainEqual(shell("./x"));
});

test("a push to an address leaks, one to a remote publishes", () => {
  expect(pushesToAddress(callOf("push https://a.example/x"))).toEqual([acts("leak", "https://a.example/x")]);
  expect(pushesToAddress(callOf("push origin"))).toEqual([acts("publish")]);
  expect(pushesToAddress(callOf("push http://localhost/x"))).toEqual([acts("publish")]);
});

test.each([
  ["fetch origin +main:refs/heads/main", [acts("git-discard")]],
  ["fetch origin refs/*:refs/*", [acts("git-discard")]],
  ["fetch origin main:refs/remotes/origin/main", []],
])("%s", (line, effects) => {
  expect(overwritesBranches(callOf(line))).toEqual(effects);
});
