import { relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createShells } from "../../src/tools/create-shells.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a state directory may be named from where the process is", async () => {
  const { workingDir } = openToolkit();
  const { bash } = openToolkit({ stateDir: relative(process.cwd(), `${workingDir}/state`) });
  expect((await bash("echo runs")).output).toBe("runs\n");
});

test("a limit that cannot work is a fault when the manager is made", () => {
  expect(() => createShells({ stateDir: tempDir(), limits: { maxShells: 0 } }, "/tmp")).toThrow("maxShells is 0");
});

test("without a word of a sandbox there is no wall, and none is built before it is asked for", async () => {
  const shells = createShells({ stateDir: tempDir() }, tempDir());
  onTestFinished(() => shells.dispose());
  expect((await shells.sandbox()).containment.level).toBe("none");
  const broken = createShells(
    { stateDir: tempDir(), sandbox: { profile: "workspace", write: ["relative"] } },
    tempDir(),
  );
  onTestFinished(() => broken.dispose());
  await expect(broken.sandbox()).rejects.toThrow("relative");
});
