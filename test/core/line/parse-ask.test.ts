import { expect, test } from "vitest";
import { parseAsk, requestIn } from "../../../src/core/line/parse-ask.ts";

test.each([
  { do: "list" },
  { do: "read", shell: "s", since: "0", maxChars: 10, raw: true },
  { do: "follow", canAnswer: true, shell: "s" },
  { do: "kill", shell: "s", signal: "INT" },
  { do: "answer", question: "q", digest: "d", answer: "deny", message: "no", via: "answer" },
  { do: "check", question: "q", rule: "Bash(ls)" },
])("%j is an ask", (ask) => {
  expect(parseAsk(ask)).toEqual(ask);
});

test("a field that is not known is left out", () => {
  expect(parseAsk({ do: "list", later: 1, __proto__: { shell: "x" } })).toEqual({ do: "list" });
});

test.each([undefined, null, [], {}, { id: "1" }, { id: 0 }, { id: -1 }, { id: 1.5 }])("%j is no request", (value) => {
  expect(requestIn(value)).toBeUndefined();
});

test("a request has an id and an ask", () => {
  expect(requestIn({ id: 3, ask: 1 })).toEqual({ id: 3, ask: 1 });
});
