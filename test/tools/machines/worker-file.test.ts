import { expect, test } from "vitest";
import { BOOT, carriedWorker } from "../../../src/tools/machines/worker-file.ts";
import { openOnMachine, pipedMachine } from "../../support/machine-kit.ts";

test("a shell can read the words that start it without changing them", () => {
  expect(BOOT).not.toMatch(/['\n]/);
});

test("the worker is carried over the pipe and runs there, with nothing installed", async () => {
  expect(carriedWorker()).toBe(carriedWorker());
  // In a directory from which no module of this project is found.
  const { kind, command, stateDir } = pipedMachine({ command: ["env", "-C", "/"] });
  const { bash } = openOnMachine(
    {},
    { kind, node: process.execPath, ...(command && { command }), stateDir: stateDir ?? "/" },
  );
  expect((await bash("X=1; echo carried")).output).toBe("carried\n");
  expect((await bash("echo $X")).output).toBe("1\n");
});
