import { expect, test } from "vitest";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { openOnMachine, pipedMachine } from "../../support/machine-kit.ts";

test("calls that come together share the worker that the first of them starts", async () => {
  const machine = pipedMachine();
  const { call, machines } = openOnMachine({}, machine);
  const results = await Promise.all(
    ["a", "b", "c"].map((session_id) => call("Bash", { command: `echo ${session_id}`, session_id })),
  );
  expect(results.map(({ output }) => output)).toEqual(["a\n", "b\n", "c\n"]);
  expect(machines?.views()[0]).toMatchObject({ workers: 1, sessions: 3 });
  expect(pidsInEnvironment(machine.mark).length).toBeGreaterThan(0);
});

test("one that cannot be started does not stay in the way of the next", async () => {
  const machine = pipedMachine({ worker: ["false"] });
  const { bash, machines } = openOnMachine({ maxWorkers: 1 }, machine);
  for (let n = 0; n < 2; n++) expect(await bash("true")).toMatchObject({ metadata: { fault: "MACHINE_UNREACHABLE" } });
  expect(machines?.views()[0]?.workers).toBe(0);
});
