import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ToolResult } from "../../src/index.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";

/** Called where nothing can run: were a rule to fail, nothing would happen. */
const judged = async (command: string): Promise<ToolResult> => (await toothlessToolkit()).call("Bash", { command });

function expectBlocked(result: ToolResult): void {
  expect(result).toMatchObject({ success: false, metadata: { decision: "deny", error_kind: "blocked" } });
  expect(result.error).toContain("blocked");
  expect(result.error).toContain("dangerous");
}

test("Bash Tool - Security / Block dangerous rm -rf /", async () => {
  expectBlocked(await judged("rm -rf /"));
});

test("Bash Tool - Security / Block dangerous rm -rf /*", async () => {
  expectBlocked(await judged("rm -rf /*"));
});

test("Bash Tool - Security / Block fork bomb", async () => {
  expectBlocked(await judged(":(){ :|:& };:"));
  expectBlocked(await judged(":(){:|:&};:"));
});

test("Bash Tool - Security / Block mkfs command", async () => {
  expectBlocked(await judged("mkfs.ext4 /dev/sda1"));
});

test("Bash Tool - Security / Allow safe rm command", async () => {
  const { bash } = openToolkit();
  const directory = mkdtempSync(join(tmpdir(), "nacre-rm-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "test_file.txt");
  writeFileSync(file, "");
  expect(await bash(`rm ${file}`)).toMatchObject({ success: true, metadata: { exit_code: 0 } });
  expect(existsSync(file)).toBe(false);
});

test("Bash Tool - Security / Allow git commands", async () => {
  const { bash } = openToolkit();
  expect(await bash("git init -q . && git status")).toMatchObject({
    success: true,
    output: expect.stringContaining("No commits yet"),
  });
});

test("Bash Tool - Security / Allow npm commands", async () => {
  const { bash, workingDir } = openToolkit();
  writeFileSync(join(workingDir, "package.json"), "{}");
  expect(await bash("npm --version")).toMatchObject({ success: true, output: expect.stringMatching(/\d+\.\d+\.\d+/) });
});
