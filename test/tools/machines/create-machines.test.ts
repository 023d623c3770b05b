import { expect, test } from "vitest";
import { createToolkit, type ToolkitOptions } from "../../../src/index.ts";
import { atMachine } from "../../../src/tools/machines/create-machines.ts";

const machines = { box: { kind: "ssh", destination: "box", workspace: "/srv/app" } } as const;

test("the workspace is a path there, its rules are its own, and nothing is walled here", () => {
  expect(atMachine({ machine: "box", machines, sandbox: "workspace" })).toEqual({
    workingDir: "/srv/app",
    rulesFor: "/machines/box/srv/app",
    sandbox: "none",
  });
  expect(atMachine({ machine: "box", machines, workingDir: "/other" }).workingDir).toBe("/other");
  expect(atMachine({ machines, workingDir: "/here", sandbox: "readonly" })).toEqual({
    workingDir: "/here",
    rulesFor: "/here",
    sandbox: "readonly",
  });
});

test("a machine that is not there is refused before anything runs", () => {
  expect(() => createToolkit({ machine: "bax", machines })).toThrow(/no machine "bax"; there are: box/);
  expect(() => createToolkit({ machine: "box", machines: { box: { kind: "ssh" } } })).toThrow(/needs destination/);
});

test("a client may choose among the profiles of the machine, or of all where each session has its own", () => {
  const cluster = { kind: "slurm", profiles: { small: {}, big: { cpus: 8 } } } as const;
  const other = { kind: "slurm", profiles: { big: {}, gpu: { gpus: "1" } } } as const;
  const all = { ...machines, cluster, other };
  const profilesOf = (machine: ToolkitOptions["machine"]): readonly string[] | undefined =>
    createToolkit({ ...(machine === undefined ? {} : { machine }), machines: all }).machines?.profiles;
  expect(profilesOf("cluster")).toEqual(["small", "big"]);
  expect(profilesOf("box")).toEqual([]);
  expect(profilesOf(() => "box")).toEqual(["small", "big", "gpu"]);
  expect(profilesOf(undefined)).toBeUndefined();
});
