import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BashCall } from "../../../src/tools/bash/bash-call.ts";
import { gateRequest, quotedCommand } from "../../../src/tools/bash/gate-request.ts";
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

test("whether a command can be tried is looked at for a question alone", () => {
  const looks: (readonly string[])[] = [];
  const covers = (directories: readonly string[]): boolean => looks.push(directories) > 0;
  const setup = { tries: { trying: { covers } }, roots: ["/work"], limits: {} };
  const session = { startsIn: (directory: string) => directory };
  const made = { input: {}, context: { workingDir: "/work" }, sandbox: {}, directory: "/work", sessionId: "s" };
  const request = gateRequest({ setup, session, ...made } as unknown as BashCall, {
    text: "true",
    cwd: "/work",
    turn: undefined,
  });
  expect(looks).toEqual([]);
  expect(request.asking?.tryOut).toBeTypeOf("function");
  expect(looks).toEqual([["/work", "/work"]]);
});
