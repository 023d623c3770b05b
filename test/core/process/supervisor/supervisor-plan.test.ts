import { expect, test } from "vitest";
import { supervisorLanguage } from "../../../../src/core/process/supervisor/supervisor-languages.ts";
import { supervisorPlan } from "../../../../src/core/process/supervisor/supervisor-plan.ts";

test("a plan starts the program of a supervisor, which takes the shell's words behind its own", () => {
  const { path, reader } = supervisorLanguage();
  const plan = supervisorPlan({ file: "bin/bash", args: ["bash", "-x"], home: "/home" }, "/run", { A: "1" });
  expect(plan).toMatchObject({ file: path, cwd: "/run", env: { A: "1" } });
  expect(plan.args).toContain(reader);
  expect(plan.args.slice(-4)).toEqual(["/home", "bin/bash", "bash", "-x"]);
});
