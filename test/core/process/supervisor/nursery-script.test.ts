import { expect, test } from "vitest";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { NURSERY_SCRIPT } from "../../../../src/core/process/supervisor/nursery-script.ts";

test("a nurse's script holds to strict, with no warning", async () => {
  const args = ["-Mstrict", "-w", "-c", "-e", NURSERY_SCRIPT];
  const checked = await runFile({ file: findProgram("perl") ?? "", args, cwd: "/", env: {} });
  expect([checked.exitCode, checked.stderr]).toEqual([0, "-e syntax OK\n"]);
});
