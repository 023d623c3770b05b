import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAULTS, Fault, isFault } from "../src/core/base/fault.ts";

test("docs/errors.md lists every fault with its meaning, and nothing else", () => {
  const rows = [...readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)].map(
    ([, code, meaning = ""]) => [code, meaning.trim()],
  );
  expect(Object.fromEntries(rows)).toEqual(FAULTS);
});

test("a fault is known by its code and keeps its cause", () => {
  const cause = new Error("deep");
  const fault = new Fault("SPAWN_FAILED", "detail", { cause });
  expect([
    fault.message,
    fault.cause,
    isFault(fault),
    isFault(fault, "SPAWN_FAILED"),
    isFault(fault, "BASH_MISSING"),
    isFault(cause),
  ]).toEqual(["the operating system refused to start the process: detail", cause, true, true, false, false]);
  expect(new Fault("SESSION_CLOSED").message).toBe("the session or its manager was disposed before the call");
});
