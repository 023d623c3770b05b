import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../src/core/base/slices.ts";
import { HostDir, removeHostDir } from "../../../../src/core/shell/host/host-dir.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a stand-in directory is made where the state directory cannot be, and a fault where neither can", async () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  // Below /proc, Node's own way to make a directory with its parents never returns.
  for (const place of [file, "/proc/nacre-state"]) {
    const standIn = HostDir.create(place);
    expect(standIn.problem).toContain(place);
    await standIn.remove();
  }
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = file;
  try {
    expect(() => HostDir.create(file)).toThrow(/state directory cannot be used.*no temporary directory either/);
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
});

test("a host's directory is removed in steps, whose it was until the last, and no link in it is followed", () => {
  const outside = tempDir();
  writeFileSync(join(outside, "kept"), "");
  const path = deadHost(tempDir(), ["shell_a", "shell_b"]);
  symlinkSync(outside, join(path, "program-0"));
  symlinkSync(outside, join(path, "run", "0"));
  const steps = removeHostDir(path);
  let count = 0;
  while (steps.next().done !== true) {
    count += 1;
    expect(existsSync(join(path, "host.json"))).toBe(true);
  }
  expect(count).toBe(5);
  expect([existsSync(path), readdirSync(outside)]).toEqual([false, ["kept"]]);
  doAtOnce(removeHostDir(path));
});
