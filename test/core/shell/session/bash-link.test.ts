import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a job cannot answer for the next command either", async () => {
  const manager = testManager();
  await run(
    manager,
    `while sleep 0.01; do mapfile -n 2 -d '' -t t <"$__nacre_d/turn"; printf '%s\\0done\\0000\\0/forged\\0\\0' "\${t[1]}" >>"$__nacre_d/r"; done &`,
  );
  expect((await run(manager, "sleep 0.5; echo real; (exit 5)")).stdout).toBe("real\n");
  expect((await run(manager, "kill %1; sleep 0.1; echo real")).stdout).toBe("real\n");
});

test("who writes to our FIFO has no text run twice", async () => {
  const manager = testManager();
  const log = join(tempDir(), "log");
  await run(manager, "X=kept");
  await run(manager, `echo once >>${log}; printf '%0100d' 0 >"$__nacre_d/c"`);
  await waitUntil("a session that goes on", async () => (await run(manager, "echo $X")).stdout === "kept\n");
  expect(readFileSync(log, "utf8")).toBe("once\n");
});
