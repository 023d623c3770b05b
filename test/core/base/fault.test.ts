import { expect, test } from "vitest";
import { FAULTS, Fault, isFault } from "../../../src/core/base/fault.ts";

test("a fault says its code's sentence, and the detail behind it", () => {
  expect(new Fault("TOOL_EXISTS").message).toBe(FAULTS.TOOL_EXISTS);
  expect(new Fault("TOOL_EXISTS", "Bash").message).toBe(`${FAULTS.TOOL_EXISTS}: Bash`);
});

test("a fault carries its name, its code and its cause", () => {
  const cause = new Error("why");
  const fault = new Fault("SPAWN_FAILED", "x", { cause });
  expect([fault.name, fault.code, fault.cause]).toEqual(["Fault", "SPAWN_FAILED", cause]);
});

test("a fault is told by its code, and from any other error", () => {
  const fault = new Fault("BASH_MISSING");
  expect([isFault(fault), isFault(fault, "BASH_MISSING"), isFault(fault, "PERL_MISSING")]).toEqual([true, true, false]);
  expect([isFault(new Error("x")), isFault({ code: "BASH_MISSING" }, "BASH_MISSING"), isFault(undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});
