import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkLaid, laidBy } from "../../../../src/core/sandbox/bubblewrap/verify-mounts.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("every path is remembered, and what lies there, save what is hidden", () => {
  const workspace = tempDir();
  mkdirSync(join(workspace, ".git"));
  writeFileSync(join(workspace, ".env"), "");
  const { dev, ino } = lstatSync(join(workspace, ".git"));
  const laid = laidBy(
    [
      { path: join(workspace, ".git"), as: "fixed" },
      { path: join(workspace, ".env"), as: "hidden" },
    ],
    workspace,
  );
  expect(laid).toEqual({
    identities: [{ path: join(workspace, ".git"), device: dev, inode: ino }],
    paths: [join(workspace, ".git"), join(workspace, ".env")],
  });
});

test.each(["link", "link/file"])("%s leads elsewhere, and is a fault", (name) => {
  const workspace = tempDir();
  mkdirSync(join(workspace, "real"));
  writeFileSync(join(workspace, "real", "file"), "");
  symlinkSync("real", join(workspace, "link"));
  expect(() => laidBy([{ path: join(workspace, name), as: "read-only" }], workspace)).toThrow(
    expect.objectContaining({ code: "SANDBOX_UNAVAILABLE", message: expect.stringContaining("was replaced") }),
  );
});

test("a sandbox that is over is not checked", () => {
  expect(() => checkLaid(2 ** 22, { identities: [], paths: ["/not/mounted"] })).not.toThrow();
});
