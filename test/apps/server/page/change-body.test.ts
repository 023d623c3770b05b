import { expect, test } from "vitest";
import { parseChange } from "../../../../src/apps/server/page/change-body.ts";

test("a body becomes an ask on a host's line, marked as the page's", () => {
  expect(parseChange("/api/kill", { host: "h", shell: "s" })).toEqual({ host: "h", ask: { do: "kill", shell: "s" } });
  expect(parseChange("/api/check", { host: "h", question: "q", rule: "Bash(ls)" })?.ask).toEqual({
    do: "check",
    question: "q",
    rule: "Bash(ls)",
  });
  expect(parseChange("/api/type", { host: "h", shell: "s", keys: "C-c" })?.ask).toEqual({
    do: "type",
    shell: "s",
    keys: "C-c",
  });
  expect(parseChange("/api/remove-rule", { host: "h", rule: "rule_1" })?.ask).toEqual({
    do: "remove-rule",
    rule: "rule_1",
  });
  const answer = { host: "h", question: "q", digest: "d", answer: "deny", message: "no" };
  expect(parseChange("/api/answer", answer)).toEqual({
    host: "h",
    ask: { do: "answer", via: "page", question: "q", digest: "d", answer: "deny", message: "no" },
  });
});

test.each([
  ["/api/kill", { host: "h" }],
  ["/api/kill", { host: "h", shell: 7 }],
  ["/api/kill", { host: "h", shell: "s", signal: "KILL", more: true }],
  ["/api/answer", { host: "h", question: "q", answer: "once" }],
  ["/api/answer", { host: "h", question: "q", digest: "d", answer: "yes" }],
  ["/api/answer", { host: "h", question: "q", digest: "d", answer: "once", via: "answer" }],
  ["/api/type", { host: "h", shell: "s", bytes: "raw" }],
  ["/api/type", { host: "h", shell: "s", text: "x".repeat(100_001) }],
  ["/api/elsewhere", {}],
  ["__proto__", {}],
])("%s with %j is nothing", (path, body) => {
  expect(parseChange(path, body)).toBeUndefined();
});
