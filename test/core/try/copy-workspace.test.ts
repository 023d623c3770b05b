import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRY_COPY_BYTES, TRY_COPY_FILES } from "../../../src/core/base/limits/try-limits.ts";
import { copyWorkspace } from "../../../src/core/try/copy-workspace.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { tryGround } from "../../support/tried.ts";

test("a copy remembers what it was made of", async () => {
  const { workspace } = tryGround({ a: "one", "d/b": "two" });
  const top = tempDir();
  await copyWorkspace({ workspace, top, copy: join(top, "copy") }, async () => 7n);
  expect(readFileSync(join(top, "copy/d/b"), "utf8")).toBe("two");
  expect(JSON.parse(readFileSync(join(top, "copied.json"), "utf8"))).toEqual({
    sinceNs: "7",
    paths: ["a", "d", "d/b"],
  });
});

test("a workspace that is too large is refused before anything is copied", async () => {
  const { workspace } = tryGround({ a: "one", b: "two" });
  const top = tempDir();
  mkdirSync(join(top, "x"));
  const copying = copyWorkspace({ workspace, top, copy: join(top, "copy") }, async () => 0n, {
    bytes: TRY_COPY_BYTES,
    files: 1,
  });
  await expect(copying).rejects.toMatchObject({
    code: "TRY_UNAVAILABLE",
    message: expect.stringContaining(String(TRY_COPY_FILES)),
  });
});
