import { expect, test } from "vitest";
import { insideMachine } from "../../../../../src/core/policy/tools/cloud/inside-machine.ts";
import { acts } from "../../../../../src/core/policy/tools/effect.ts";
import { callOf } from "../../../../support/tool-call.ts";

test.each(["vm exec x rm -rf a", "vm exec x sudo ls", "vm exec x mkfs.ext4 a"])("%s changes the machine", (line) => {
  expect(insideMachine(callOf(line))).toEqual([acts("change-remote")]);
});

test("a name that only begins like such a command does not", () => {
  expect(insideMachine(callOf("vm exec x ls farm sudoku"))).toEqual([]);
});
