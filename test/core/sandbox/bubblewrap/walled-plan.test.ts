import { expect, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { type ShellPlan, type WallProgram, walledPlan } from "../../../../src/core/sandbox/bubblewrap/walled-plan.ts";
import type { ViewParts } from "../../../../src/core/sandbox/view/mount-arguments.ts";

const PROGRAM: WallProgram = {
  bwrap: "/usr/bin/bwrap",
  account: { uid: 1000, gid: 1001, home: "/home/me" },
  seccomp: undefined,
  limits: limitsOf(),
};
const VIEW: ViewParts = {
  profile: {
    name: "workspace",
    network: "off",
    workspace: "/w",
    home: "/home/me",
    stateDir: "/state",
    read: ["/more"],
    write: [],
    guard: [],
  },
  scratch: {
    root: "/s",
    tmp: "/s/tmp",
    home: "/s/home",
    unreadableFile: "/s/no-file",
    unreadableDirectory: "/s/no-dir",
    emptyFile: "/s/empty",
    proxySocket: "/s/socket",
    settings: "/s/settings",
    etc: "/s/etc",
    remove: () => undefined,
  },
  toolchains: [],
  isRoot: false,
  tempBytes: 1000,
  settings: [],
};
const shellIn = (cwd: string): ShellPlan => ({
  plan: { file: "/bin/sh", args: ["--setenv", "x y"], cwd, env: { A: "plan", B: "--bind" } },
  environment: { A: "sandbox" },
  directories: { runtimeDir: "/run/mine" },
  seals: [],
});

/** What bubblewrap reads on a descriptor, in one line. */
const told = (bytes: Buffer | undefined): string => (bytes ?? "").toString().replaceAll("\0", " ");

test("bubblewrap starts the plan's program; its own arguments come by descriptor, its environment is empty", () => {
  const plan = walledPlan(PROGRAM, VIEW, shellIn("/w"));
  expect(plan).toMatchObject({
    file: "/usr/bin/bwrap",
    args: ["--args", "3", "--", "/bin/sh", "--setenv", "x y"],
    cwd: "/",
    env: {},
  });
  expect(plan.descriptors).toHaveLength(1);
});

test("no capability is left, and the user is the account's", () => {
  const line = told(walledPlan(PROGRAM, VIEW, shellIn("/w")).descriptors?.[0]);
  expect(line).toContain("--uid 1000 --gid 1001 ");
  expect(line).toContain("--cap-drop ALL --die-with-parent --new-session --disable-userns ");
});

test("the sandbox's variables count over the plan's, and a value is never an option", () => {
  const line = told(walledPlan(PROGRAM, VIEW, shellIn("/w")).descriptors?.[0]);
  expect(line).toMatch(/--clearenv --setenv A sandbox --setenv B --bind $/);
});

test("descriptors of the plan stay first; the arguments and the filter follow", () => {
  const shell = shellIn("/w");
  const filter = Buffer.from("filter");
  const plan = walledPlan({ ...PROGRAM, seccomp: filter }, VIEW, {
    ...shell,
    plan: { ...shell.plan, descriptors: [Buffer.from("mine")] },
  });
  expect(plan.args.slice(0, 2)).toEqual(["--args", "4"]);
  expect(told(plan.descriptors?.[1])).toContain("--seccomp 5 ");
  expect([told(plan.descriptors?.[0]), plan.descriptors?.[2]]).toEqual(["mine", filter]);
});

test.each([
  ["/w/src", "/w/src"],
  ["/more", "/more"],
  ["/run/mine", "/run/mine"],
  ["/elsewhere", "/w"],
])("a shell of %s starts in %s", (cwd, start) => {
  expect(told(walledPlan(PROGRAM, VIEW, shellIn(cwd)).descriptors?.[0])).toContain(` --chdir ${start} `);
});
