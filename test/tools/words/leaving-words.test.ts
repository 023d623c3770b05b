import { expect, test } from "vitest";
import { leavingNaming } from "../../../src/tools/words/leaving-words.ts";

const words = leavingNaming({ BashInput: "In", BashOutput: "Out", KillShell: "End" });

test("a command that goes on is told with the ways to read and to end it, and when it ends by itself", () => {
  const text = words.handedOver(500, "shell_1", 9000);
  expect(text).toContain('Read it with Out (bash_id="shell_1"), end it with End.');
  expect(text).toContain("Its timeout ends it when it has run 9000ms.");
  expect(words.handedOver(500, "shell_1")).toContain("No timeout ends it.");
});

test("one that asks is told with its question, if it has one, and how to answer", () => {
  const text = words.handedOverAsking("shell_1", { line: "Name:" });
  expect(text).toContain("It asks: Name:\n");
  expect(text).toContain('Type into it with In (bash_id="shell_1")');
  expect(words.handedOverAsking("shell_1", { line: "" })).not.toContain("It asks");
});
