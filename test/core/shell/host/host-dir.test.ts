import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HostDir } from "../../../../src/core/shell/host/host-dir.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a stand-in directory is made where the state directory cannot be, and a fault where neither can", () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  // Below /proc, Node's own way to make a directory with its parents never returns.
  for (const place of [file, "/proc/nacre-state"]) {
    const standIn = HostDir.create(place);
    expect(standIn.problem).toContain(place);
    standIn.remove();
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
