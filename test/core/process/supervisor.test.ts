import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { StartDirectory } from "../../../src/core/files/working-directory.ts";
import type { Exit } from "../../../src/core/process/ending.ts";
import { commandLineOf, isRunning } from "../../../src/core/process/identity.ts";
import {
  type ShellProgram,
  Supervisor,
  supervisorPlan,
  supervisorsNaming,
} from "../../../src/core/process/supervisor.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

const plain = (file: string, ...args: readonly string[]): ShellProgram => ({ file, args: [file, ...args], home: "/" });
const ANYWHERE: readonly StartDirectory[] = [{ path: "/", name: "/" }];

test("a supervisor that cannot start tells why", async () => {
  const plan = supervisorPlan(plain("/bin/true"), tempDir(), {});
  await expect(Supervisor.start({ ...plan, args: ["-e", "die 'on purpose'"] })).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining("on purpose"),
  });
  await expect(Supervisor.start({ ...plan, args: ["-e", "exit 0"] })).rejects.toThrow(/ended before it answered/);
});

test("a supervisor's command line is short, and finds it by the directory that its shells start in", async () => {
  const home = tempDir();
  const supervisor = await Supervisor.start(supervisorPlan({ ...plain("/bin/true"), home }, tempDir(), {}));
  onTestFinished(() => supervisor.end());
  expect(supervisorsNaming(home)).toEqual([supervisor.identity]);
  expect(commandLineOf(supervisor.identity.pid).replace(home, "").length).toBeLessThan(150);
});

test("a supervisor makes FIFOs, starts shells one after another, tells their exits, and reaps what comes back to it", async () => {
  const dir = tempDir();
  const supervisor = await Supervisor.start(
    supervisorPlan(plain("/bin/bash", "-c", "setsid -f sleep 301; exit 3"), dir, { PATH: "/usr/bin:/bin" }),
  );
  await supervisor.makeFifos(["a", "b"]);
  expect(readdirSync(dir)).toEqual(["a", "b"]);
  const exits: unknown[] = [];
  supervisor.onShellExit = (exit) => exits.push(exit);
  await supervisor.startShell(ANYWHERE);
  await waitUntil("the first exit", () => exits.length === 1);
  await supervisor.startShell(ANYWHERE);
  await waitUntil("two exits", () => exits.length === 2);
  expect(exits).toEqual([
    { kind: "exited", exitCode: 3 },
    { kind: "exited", exitCode: 3 },
  ]);
  await waitUntil(
    "the daemons to have come back",
    () => supervisor.descendants().filter((one) => commandLineOf(one.pid) === "sleep 301").length === 2,
  );
  const daemons = supervisor.descendants();
  await supervisor.end();
  await supervisor.end();
  expect([daemons.some(isRunning), supervisor.descendants(), supervisor.hostPid]).toEqual([false, [], undefined]);
  await expect(supervisor.startShell(ANYWHERE)).rejects.toMatchObject({ code: "SPAWN_FAILED" });
});

test("a shell starts in the first place that is what it was; one swapped for a link is not", async () => {
  const dir = tempDir();
  const [real, outside] = [join(dir, "a b\n'c"), join(dir, "outside")];
  for (const path of [real, outside, join(dir, "run")]) mkdirSync(path);
  symlinkSync(outside, join(dir, "swapped"));
  const place = (path: string, name = path): StartDirectory => ({ path, name });
  const swapped = place(join(dir, "swapped"));
  const supervisor = await Supervisor.start(
    supervisorPlan(plain("/bin/bash", "-c", 'printf %s "$PWD"'), join(dir, "run"), { PATH: "/usr/bin:/bin" }),
  );
  onTestFinished(() => supervisor.end());
  const startIn = async (places: readonly StartDirectory[]): Promise<[unknown, string]> => {
    const file = join(dir, "run", "out");
    writeFileSync(file, "");
    const exited = new Promise<Exit>((resolve) => {
      supervisor.onShellExit = resolve;
    });
    await supervisor.startShell(places, { out: "out", err: "out" });
    return [(await exited).exitCode, readFileSync(file, "utf8")];
  };
  expect(await startIn([swapped, place(join(dir, "gone")), place(real), place("/")])).toEqual([0, real]);
  // The name is only what it is called: bash takes it when it leads to the same directory.
  symlinkSync(real, join(dir, "name"));
  expect(await startIn([place(real, join(dir, "name"))])).toEqual([0, join(dir, "name")]);
  expect(await startIn([place(real, outside)])).toEqual([0, real]);
  expect(await startIn([swapped])).toEqual([126, expect.stringContaining("nothing was run")]);
});

test("a supervisor that is ended with a question open answers it with a fault", async () => {
  const supervisor = await Supervisor.start(supervisorPlan(plain("/bin/true"), tempDir(), {}));
  const { pid } = supervisor.identity;
  process.kill(pid, "SIGSTOP");
  const asked = supervisor.makeFifos(["x"]);
  process.kill(pid, "SIGKILL");
  await expect(asked).rejects.toMatchObject({ code: "SPAWN_FAILED" });
});

test("the true exit of a shell is told although the host lets go of the supervisor at the same moment", async () => {
  const plan = supervisorPlan(plain("/bin/sleep", "300"), tempDir(), { PATH: "/usr/bin:/bin" });
  const supervisor = await Supervisor.start(plan);
  const seen: unknown[] = [];
  supervisor.onShellExit = (exit) => seen.push(exit);
  supervisor.onGone = () => seen.push("gone");
  await supervisor.startShell(ANYWHERE);
  await supervisor.end();
  expect(seen).toEqual([{ kind: "signaled", exitCode: 143, signal: "SIGTERM" }, "gone"]);
});
