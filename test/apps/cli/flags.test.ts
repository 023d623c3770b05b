import { Command } from "commander";
import { expect, test } from "vitest";
import { handoverOption, milliseconds, portNumber, withSharedFlags } from "../../../src/apps/cli/flags.ts";

test("the shared flags are those that say where and behind which wall", () => {
  const command = withSharedFlags(new Command(), "workspace");
  expect(command.options.map(({ long }) => long)).toEqual([
    "--sandbox",
    "--network",
    "--workspace",
    "--on",
    "--profile",
    "--read",
    "--write",
    "--cache",
    "--env",
    "--on-partial",
    "--ask",
    "--policy",
    "--rules",
    "--visible-chars",
    "--config",
    "--state-dir",
  ]);
  expect(command.options[0]?.description).toContain("default: workspace");
});

test("a limit is checked as it is everywhere", () => {
  const command = withSharedFlags(new Command().exitOverride().configureOutput({ writeErr: () => undefined }), "none");
  expect(command.parse(["--visible-chars", "2000"], { from: "user" }).opts()).toEqual({ visibleChars: 2000 });
  for (const word of ["1999", "", "many", "1e99", "2000.5"]) {
    expect(() => command.parse(["--visible-chars", word], { from: "user" })).toThrow(
      "It must be a whole number of at least 2000.",
    );
  }
});

test.each(["0", "80", "65535"])("%s is a port", (word) => {
  expect(portNumber(word)).toBe(Number(word));
});

test.each(["65536", "-1", "8e3", "", "0x50", "1.5"])("%j is no port", (word) => {
  expect(() => portNumber(word)).toThrow("It must be a port number from 0 to 65535.");
});

test("milliseconds are a whole number, and at least so many", () => {
  expect(milliseconds(1)("1")).toBe(1);
  expect(() => milliseconds(1)("0")).toThrow("It must be a whole number of milliseconds.");
  expect(() => milliseconds(1)("1.5")).toThrow("It must be a whole number of milliseconds.");
  const parse = handoverOption().parseArg;
  expect(parse?.("1000", undefined)).toBe(1000);
  expect(() => parse?.("999", undefined)).toThrow("milliseconds, at least 1000.");
});
