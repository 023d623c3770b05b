import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a read names the program that waits for input, in words and as data", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("cat");
  await waitUntil("cat to read", () => shells.getShell(id)?.reader === "cat");
  const { output, metadata } = await call("BashOutput", { bash_id: id });
  expect(output).toContain("[note] cat waits for input: BashInput types it");
  expect(metadata["waiting_for_input"]).toBe("cat");
});
