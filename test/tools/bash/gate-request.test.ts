import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BashCall } from "../../../src/tools/bash/bash-call.ts";
import { quotedCommand } from "../../../src/tools/bash/gate-request.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A call with this command where commands see these paths. */
const call = (command: string, { shows = true, autoQuote = true } = {}): BashCall =>
  ({ setup: { autoQuote }, input: { command }, sandbox: { shows: () => shows } }) as unknown as BashCall;

test("a path with spaces that is there gets its quotes, where that is wanted and commands may see it", () => {
  const directory = tempDir();
  mkdirSync(join(directory, "a b"));
  writeFileSync(join(directory, "a b", "c"), "");
  const quoted = quotedCommand(call("cat a b/c"), directory);
  expect([quoted.text, quoted.paths.length]).toEqual(["cat 'a b/c'", 1]);
  expect(quotedCommand(call("cat a b/c", { shows: false }), directory).paths).toEqual([]);
  expect(quotedCommand(call("cat a b/c", { autoQuote: false }), directory)).toEqual({ text: "cat a b/c", paths: [] });
});

test("a text whose every line ends in CR LF is run with bash's line ends", () => {
  expect(quotedCommand(call("echo a\r\necho b\r\n"), "/").text).toBe("echo a\necho b\n");
});
