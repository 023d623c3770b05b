import { Command } from "commander";
import { expect, test } from "vitest";
import { mistakeIn, withInitFlags } from "../../../../src/apps/cli/commands/init-flags.ts";

test.each([
  [{}, undefined],
  [{ write: "codex", yes: true, http: true }, undefined],
  [{ check: true, json: true }, undefined],
  [{ yes: true }, "--yes belongs to --write NAME"],
  [{ json: true, all: true }, "--json belongs to --check"],
  [{ http: "http://x" }, "--http needs --client NAME, --all or --write NAME"],
] as const)("%j: %j", (flags, mistake) => {
  expect(mistakeIn(flags)).toBe(mistake);
});

test("the flags that choose what init does exclude each other", () => {
  const command = (): Command =>
    withInitFlags(new Command("init").exitOverride().configureOutput({ writeErr: () => undefined }));
  for (const words of [
    ["--all", "--check"],
    ["--client", "x", "--all"],
    ["--write", "x", "--check"],
  ]) {
    expect(() => command().parse(words, { from: "user" })).toThrow("cannot be used with option");
  }
});
