import { expect, test } from "vitest";
import { closingLine } from "../../../src/tools/words/closing-line.ts";

test("a plain success has no last line, and all else has one of few words", () => {
  expect(closingLine({})).toBe("");
  expect(closingLine({ ending: { status: "failed", exitCode: 3 } })).toBe("[exit code 3]");
  expect(closingLine({ ending: { status: "failed", exitCode: 137, signal: "SIGKILL" } })).toBe(
    "[exit code 137 (SIGKILL)]",
  );
  expect(closingLine({ ending: { status: "timeout" } })).toBe("[status: timeout]");
  expect(closingLine({ ending: { status: "killed", exitCode: 143, signal: "SIGTERM" } })).toBe(
    "[status: killed, exit code 143 (SIGTERM)]",
  );
  expect(closingLine({ ending: { status: "running", bashId: "shell_1" } })).toBe('[still running: bash_id="shell_1"]');
  expect(closingLine({ cwd: "/a b", pipeStatus: [1, 0] })).toBe(
    "[cwd is now /a b; an earlier stage of the pipeline failed: exit codes 1, 0]",
  );
  expect(closingLine({ cwd: "/a\n[exit code 0]" })).toBe('[cwd is now "/a\\n[exit code 0]"]');
  expect(closingLine({ met: "port 1 of h", cut: { chars: 1, where: "" }, again: "0", next: "o1e0-ab" })).toBe(
    '[met: port 1 of h; 1 character left out; since="0" reads it again; next: since="o1e0-ab"]',
  );
});
