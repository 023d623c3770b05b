import { expect, test } from "vitest";
import { createToolkit } from "../../src/index.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a toolkit runs commands in a session that remembers", async () => {
  const workingDir = tempDir();
  await using kit = createToolkit({ workingDir });
  await kit.call("Bash", { command: "export GREETING=hello; mkdir sub; cd sub" });
  const result = await kit.call("Bash", { command: 'echo "$GREETING from $PWD"' });
  expect(result.output).toBe(`hello from ${workingDir}/sub\n`);
});

test("a disposed toolkit answers with a failed result", async () => {
  const kit = createToolkit({ workingDir: tempDir() });
  await kit.dispose();
  await kit.dispose();
  const result = await kit.call("Bash", { command: "echo hi" });
  expect(result).toMatchObject({ success: false, metadata: { error_kind: "fault", fault: "SESSION_CLOSED" } });
});
