import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { examineTry } from "../../../src/core/try/examine-try.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the doctor says on what a try runs here, and leaves nothing", async () => {
  const stateDir = tempDir();
  expect(await examineTry(stateDir)).toMatchObject({
    name: "try",
    state: "ok",
    what: expect.stringContaining("overlay"),
  });
  expect(readdirSync(stateDir)).toEqual([]);
});

test("where the state directory cannot be written, the doctor says so and how to mend it", async () => {
  expect(await examineTry("/proc/none")).toMatchObject({
    state: "partly",
    what: expect.stringContaining("no overlay: ENOENT"),
    fix: expect.stringContaining("NACRE_STATE_DIR"),
  });
});

test("where no sandbox can be built there is no try", async () => {
  expect(await examineTry(tempDir(), false)).toEqual({
    name: "try",
    state: "missing",
    what: "a try runs in a sandbox, and none can be built",
  });
});
