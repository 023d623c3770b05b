import { expect, test } from "vitest";
import { acts, executes } from "../../../../../src/core/policy/tools/effect.ts";
import { powershell } from "../../../../../src/core/policy/tools/languages/powershell.ts";
import { callOf } from "../../../../support/tool-call.ts";

test.each(["pwsh -enc abc", "pwsh -EncodedCommand abc", "pwsh /e abc"])("%s runs hidden text", (line) => {
  expect(powershell(callOf(line))).toEqual([acts("run-decoded")]);
});

test("a file is run", () => {
  expect(powershell(callOf("pwsh -File a.ps1"))).toEqual([executes("a.ps1", [], "other")]);
});

test("a text that destroys is not known code, one that shows is fine", () => {
  expect(powershell(callOf("pwsh -c Remove-Item x"))).toEqual([acts("run-unknown-code")]);
  expect(powershell(callOf("pwsh", "iex x"))).toEqual([acts("run-unknown-code")]);
  expect(powershell(callOf("pwsh -c Get-Date", "iex x"))).toEqual([]);
});
