import { expect, test } from "vitest";
import { notesOn } from "../../../src/apps/cli/run-notes.ts";
import { fail, ok } from "../../../src/tools/tool.ts";

const AWAY = { isInteractive: false };

test("a plain success and a plain failure need no word", () => {
  expect(notesOn(ok("fine", { exit_code: 0 }), AWAY)).toEqual([]);
  expect(notesOn(fail("Command failed with exit code 1", { exit_code: 1 }), AWAY)).toEqual([]);
});

test("what came to nothing is told without the tool's name, and how it could be asked", () => {
  const refused = fail("Bash failed: no", { error_kind: "blocked", decision: "ask" });
  expect(notesOn(refused, AWAY)).toEqual(["no", expect.stringContaining("at a terminal you would be asked")]);
  expect(notesOn(refused, { isInteractive: true })).toEqual(["no"]);
});

test.each([
  [{ timed_out: true, timeout_ms: 50 }, "timed out after 50 ms"],
  [{ waiting_for_input: "cat" }, "waited for input"],
  [{ stopped: "cat" }, "stopped by a signal"],
  [{ sandbox_refusal: "The wall." }, "The wall."],
  [{ terminated_by: "fileBytes" }, "the limit fileBytes ended it"],
  [{ background_children: [{ pid: 7, command: "sleep\n9" }] }, "ends with it: sleep ⏎ 9 (pid 7)"],
  [{ quoted_paths: ["a b", "c d"] }, "quoted a b, c d"],
  [{ normalized: "crlf" }, "Windows line ends (CRLF)"],
])("%j is said", (metadata, said) => {
  expect(notesOn(fail("", metadata), AWAY)).toEqual([expect.stringContaining(said)]);
});
