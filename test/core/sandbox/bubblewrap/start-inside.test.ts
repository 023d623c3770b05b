import { expect, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { startInside } from "../../../../src/core/sandbox/bubblewrap/start-inside.ts";
import { socketCloser } from "../../../../src/core/sandbox/network/abstract-sockets.ts";

const PLAN = {
  file: "/bin/bash",
  args: ["--norc", "-c", "ulimit -u; echo ${PERL_SKIP_LOCALE_INIT-none}"],
  cwd: "/",
  env: {},
};
const PROGRAM = {
  bwrap: "/usr/bin/bwrap",
  account: { uid: 1000, gid: 1001, home: "/home/me" },
  seccomp: undefined,
  limits: limitsOf({ processes: 77 }),
};
const CLOSER = { ...PROGRAM, socketCloser: "/usr/bin/perl" };

test("without perl prlimit sets the limits, and there is nothing else", () => {
  const { plan, environment, forGate } = startInside(PLAN, PROGRAM, false);
  expect([plan.file, ...plan.args].join(" ")).toMatch(/^\S*prlimit .*--nproc=77:77 -- \/bin\/bash /);
  expect([environment, forGate]).toEqual([{}, ""]);
});

const closer = await socketCloser();
test.runIf(closer !== undefined)(
  "the perl that closes sockets sets the limits, and hands nothing of its own on",
  async () => {
    const { plan, environment, forGate } = startInside(PLAN, CLOSER, false);
    expect([plan.file, plan.args.slice(-4), forGate]).toEqual(["/usr/bin/perl", ["/bin/bash", ...PLAN.args], ""]);
    // bubblewrap has given up new privileges; setpriv does it here.
    const inside = { ...plan, file: "/usr/bin/setpriv", args: ["--no-new-privs", plan.file, ...plan.args] };
    const { stdout } = await runFile({ ...inside, env: environment });
    expect([Object.keys(environment), stdout]).toEqual([["PERL_SKIP_LOCALE_INIT"], "77\nnone\n"]);
  },
);

test("what a plan has asked for itself it finds", () => {
  const asking = { ...PLAN, env: { PERL_SKIP_LOCALE_INIT: "1" } };
  expect(startInside(asking, CLOSER, false).plan.args.join(" ")).not.toContain("delete");
});

test.each([
  ["closes sockets, too", CLOSER, true],
  ["closes none where none need be", PROGRAM, false],
])("a gate sets the limits and %s: the plan is started as it is", (_what, program, closes) => {
  const { plan, forGate } = startInside(PLAN, program, true);
  expect(plan).toBe(PLAN);
  expect(forGate).toContain("[6, 77, 77]");
  expect(forGate.includes("$isClosed or exit 126;")).toBe(closes);
});
