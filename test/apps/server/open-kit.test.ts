import { expect, onTestFinished, test } from "vitest";
import { mcpOptionsOf, openKit } from "../../../src/apps/server/open-kit.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a toolkit without a sandbox is said aloud", async () => {
  const said: string[] = [];
  const options = { sandbox: "none", workingDir: tempDir(), stateDir: tempDir(), loginShell: false } as const;
  const kit = await openKit({ kit: options }, (sentence) => said.push(sentence));
  onTestFinished(() => kit.dispose());
  expect(said).toEqual(["sandbox none: commands run with all the rights of this user"]);
  expect((await kit.shells.sandbox()).containment.level).toBe("none");
});

test("a wall that cannot be built refuses the start", async () => {
  const sandbox = { profile: "workspace", write: ["relative"] } as const;
  const opened = openKit({ kit: { sandbox, workingDir: tempDir(), stateDir: tempDir() } }, () => undefined);
  await expect(opened).rejects.toThrow("relative");
});

test("an MCP server is told only what was set", () => {
  expect(mcpOptionsOf({ handoverMs: 5, version: undefined })).toEqual({ handoverMs: 5 });
  expect(mcpOptionsOf({ structured: true })).toEqual({ structured: true });
  expect(mcpOptionsOf({ version: "1" })).toEqual({ version: "1" });
});
