import { expect, test } from "vitest";
import { renderEntry } from "../../../../src/apps/cli/watching/render-entry.ts";

test.each([
  [{ kind: "shell-killed", shell: "shell_1", signal: "TERM" }, "TERM  shell_1"],
  [{ kind: "shell-ended", shell: "shell_1", status: "killed", durationMs: 10 }, "killed  10ms  shell_1"],
  [{ kind: "containment", level: "partial", reasons: ["a", "b"] }, "partial  a  b"],
  [{ kind: "containment", level: "none" }, "none"],
  [{ kind: "gap", missed: 3, reason: "ENOSPC" }, "3 entries could not be written: ENOSPC"],
  [{ kind: "host-started", pid: 7 }, "pid 7"],
  [{ kind: "verdict", decision: "allow" }, "allow"],
  [{ kind: "verdict", decision: "deny", cleared: true, by: "once" }, "deny  ran (once)"],
  [{ kind: "something-new", session: "s" }, "s"],
])("%o reads %s", (fact, words) => {
  expect(renderEntry({ seq: 1, time: 0, host: "1-a", hash: "", ...fact })).toMatch(
    new RegExp(` ${words.replaceAll(/[()]/g, "\\$&")}$`),
  );
});

test("an entry is cut to the width of the terminal", () => {
  const entry = { seq: 1, time: 0, host: "1-a", hash: "", kind: "verdict", command: "x".repeat(500) };
  expect(renderEntry(entry, 80)).toHaveLength(80);
});
