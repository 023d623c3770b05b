import { expect, test } from "vitest";
import { isInScope, sessionName, sessionOf } from "../../src/tools/session-scope.ts";

test("a call means the session it names, else its caller's, else the default", () => {
  expect([sessionOf({ sessionId: "mine" }, "named"), sessionOf({ sessionId: "mine" }), sessionOf({})]).toEqual([
    "named",
    "mine",
    "default",
  ]);
});

test("each scope has its own session of every name, and its caller knows it by that name", () => {
  const caller = { scope: "client-1" };
  const session = sessionOf(caller, "a/b");
  expect([session, sessionName(session, caller)]).toEqual(["client-1/a/b", "a/b"]);
  expect(sessionName("a/b", {})).toBe("a/b");
});

test("no scope is the beginning of another", () => {
  expect(isInScope("client-1/default", "client-1")).toBe(true);
  expect(isInScope("client-10/default", "client-1")).toBe(false);
  expect(isInScope("default", "client-1")).toBe(false);
  expect(isInScope("client-1/default", undefined)).toBe(true);
});
