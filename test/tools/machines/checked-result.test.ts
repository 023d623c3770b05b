import { expect, test } from "vitest";
import { checkedResult } from "../../../src/tools/machines/checked-result.ts";

const said = (result: object): object => ({
  dropped: 0,
  result: { success: true, output: "", metadata: {}, ...result },
});

test("a result comes through, without escape sequences unless they are wanted", () => {
  const value = said({ output: "\u001b[31mred\u001b[0m", error: "\u001b]0;title\u0007x", metadata: { exit_code: 1 } });
  expect(checkedResult(value, false)?.result).toEqual({
    success: true,
    output: "red",
    error: "x",
    metadata: { exit_code: 1 },
  });
  expect(checkedResult(value, true)?.result.output).toBe("\u001b[31mred\u001b[0m");
});

test.each([
  [undefined],
  [{}],
  [said({ success: "yes" })],
  [said({ output: 5 })],
  [said({ metadata: [] })],
  [said({ metadata: { exit_code: "0" } })],
  [said({ metadata: { bash_id: "../../etc" } })],
  [said({ metadata: { containment: "perfect" } })],
  [{ ...said({}), dropped: -1 }],
])("%j is no result", (value) => {
  expect(checkedResult(value, false)).toBeUndefined();
});
