import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test.skipIf(process.getuid?.() === 0)("init where nothing can be written is a sentence", async () => {
  const cwd = tempDir();
  chmodSync(cwd, 0o555);
  expect(await cli(["init"], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") });
});

test("init in a directory that is gone is a sentence", async () => {
  const { code, stderr } = await cli(["init"], { cwd: join(tempDir(), "gone") });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^nacre: .*gone\/nacre\.config\.json cannot be written/)]);
});
