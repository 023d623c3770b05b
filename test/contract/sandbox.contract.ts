import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { DEFAULT_SESSION } from "../../src/core/base/ids.ts";
import { type Limits, limitsOf } from "../../src/core/base/limits.ts";
import { trust } from "../../src/core/permission/cleared.ts";
import { runFile } from "../../src/core/process/run-file.ts";
import type { SpawnPlan } from "../../src/core/process/spawn-plan.ts";
import { enteringGroups } from "../../src/core/process/system/enter-cgroups.ts";
import type { Sandbox, SandboxContext } from "../../src/core/sandbox/sandbox.ts";
import { isAlive, pidsWith } from "../support/is-alive.ts";
import { createPerson, type Person } from "../support/open-sandbox.ts";
import { run, testManager } from "../support/shells.ts";
import { waitUntil } from "../support/wait-until.ts";

/** One way to contain commands, as the contract drives it. */
export type SandboxBackend = {
  readonly name: string;
  /** What this machine lacks to test it, if anything. */
  readonly missing?: string | undefined;
  readonly open: (context: SandboxContext) => Promise<Sandbox>;
  /** Whether it keeps commands out of what was not shown to them. */
  readonly isWall: boolean;
};

type Opened = Person & {
  readonly sandbox: Sandbox;
  readonly runtimeDir: string;
  /** The plan of a bash that runs this script, not wrapped yet. */
  readonly plan: (script: string, more?: Partial<SpawnPlan>) => SpawnPlan;
  /** Wraps it and runs it to its end. */
  readonly runs: (script: string, more?: Partial<SpawnPlan>) => ReturnType<typeof runFile>;
};

const PATH = "/usr/bin:/bin";

/** What every sandbox keeps, whatever it is made of. */
export function sandboxContract(backend: SandboxBackend): void {
  const openIn = (person: Person, limits: Partial<Limits> = {}): Promise<Sandbox> =>
    backend.open({ ...person, limits: limitsOf(limits), path: PATH });

  const open = async (limits: Partial<Limits> = {}): Promise<Opened> => {
    const person = createPerson({ ".ssh/id_rsa": "canary" });
    const sandbox = await openIn(person, limits);
    onTestFinished(() => sandbox.close());
    const runtimeDir = join(person.stateDir, "runtime");
    mkdirSync(runtimeDir, { mode: 0o700 });
    const plan: Opened["plan"] = (script, more = {}) => ({
      file: "/bin/bash",
      args: ["--norc", "-c", script, "bash", ...(more.args ?? [])],
      cwd: person.workspace,
      env: { PATH, HOME: person.home, ...more.env },
      ...(more.descriptors === undefined ? {} : { descriptors: more.descriptors }),
    });
    const runs: Opened["runs"] = (script, more) =>
      runFile(sandbox.wrap(plan(script, more), { runtimeDir }).plan, { timeoutMs: 50_000 });
    return { ...person, sandbox, runtimeDir, plan, runs };
  };

  const title = backend.missing === undefined ? backend.name : `${backend.name} (not tested here: ${backend.missing})`;

  describe.skipIf(backend.missing !== undefined)(title, () => {
    describe("its containment", () => {
      test("is stated, and with a reason for whatever does not hold", async () => {
        const { containment } = (await open()).sandbox;
        expect(containment.level === "none").toBe(!backend.isWall);
        // `full` has reasons where something holds less than on other machines: what they may say is weaker-limits.ts.
        if (containment.level !== "full") expect(containment.reasons).not.toEqual([]);
        for (const reason of containment.reasons) expect(reason).toMatch(/\w+ \w+/);
      });

      test("holds as far as it is stated: keys of the user and other directories are out of reach, or none was promised", async () => {
        const { runs, home, outside } = await open();
        const { stdout } = await runs(`cat ${home}/.ssh/id_rsa; touch ${outside}/made && echo made`);
        expect(stdout).toBe(backend.isWall ? "" : "canarymade\n");
        expect(existsSync(join(outside, "made"))).toBe(!backend.isWall);
      });

      test("lets commands work in the workspace and in their runtime directory", async () => {
        const { runs, workspace, runtimeDir } = await open();
        expect(await runs(`echo made > file && cat file && echo told > ${runtimeDir}/file`)).toMatchObject({
          exitCode: 0,
          stdout: "made\n",
        });
        expect([join(workspace, "file"), join(runtimeDir, "file")].map((path) => readFileSync(path, "utf8"))).toEqual([
          "made\n",
          "told\n",
        ]);
      });

      test("includes the limits that the operator named", async () => {
        const { sandbox, runs, stateDir, workspace } = await open({ fileBytes: 1_000_000, openFiles: 777 });
        expect(sandbox.limits).toMatchObject({ fileBytes: 1_000_000, openFiles: 777 });
        expect((await runs("ulimit -n")).stdout).toBe("777\n");
        // A shell itself holds the limit on files.
        const manager = testManager({ stateDir, sandbox: async () => sandbox });
        expect((await run(manager, "head -c 3000000 /dev/zero > big", { workingDir: workspace })).code).not.toBe(0);
        expect(statSync(join(workspace, "big")).size).toBeLessThanOrEqual(1_000_000);
        await manager.dispose();
      });
    });

    describe("a wrapped plan", () => {
      test("runs the very words, with its descriptors, in its directory, and ends as the program ended", async () => {
        const { runs, workspace } = await open();
        const words = ["--", "a b", "$(id)", "'\"\\", "line\nline", ""];
        const { stdout, exitCode } = await runs('pwd; cat <&3; printf "<%s>" "$@"; exit 7', {
          args: words,
          descriptors: [Buffer.from("handed\n")],
        });
        expect([stdout, exitCode]).toEqual([`${workspace}\nhanded\n${words.map((word) => `<${word}>`).join("")}`, 7]);
      });

      test("leaves the plan it was made of as it was", async () => {
        const { sandbox, runtimeDir, plan } = await open();
        const made = plan("true", { descriptors: [Buffer.from("x")] });
        const before = structuredClone(made);
        sandbox.wrap(made, { runtimeDir });
        expect(structuredClone(made)).toEqual(before);
      });

      test("has the variables of the plan and none of the host's, and a home and a temporary directory it can write", async () => {
        process.env["NACRE_CONTRACT"] = "the host's";
        onTestFinished(() => void delete process.env["NACRE_CONTRACT"]);
        const { runs } = await open();
        const { stdout, stderr } = await runs(
          'echo "$MINE,$NACRE_CONTRACT"; touch "$HOME/x" "${TMPDIR:-/tmp}/nacre-$$" && rm "$HOME/x" "${TMPDIR:-/tmp}/nacre-$$" && echo written',
          { env: { MINE: "a 'b'\n$c" } },
        );
        expect([stdout, stderr]).toEqual(["a 'b'\n$c,\nwritten\n", ""]);
      });

      test("may be started in another order than it was wrapped, each with an answer of its own", async () => {
        const { sandbox, runtimeDir, plan } = await open();
        const wrapped = [1, 2, 3].map(() => sandbox.wrap(plan("sleep 300"), { runtimeDir }));
        for (const { plan: one, started } of wrapped.toReversed()) {
          const { pid = 0 } = startPlan(one);
          await started(pid);
          expect(isAlive(pid)).toBe(true);
        }
      });

      test("that has ended before anybody asked, or was never started, is no trouble", async () => {
        const { sandbox, runtimeDir, plan } = await open();
        sandbox.wrap(plan("true"), { runtimeDir });
        const { plan: short, started } = sandbox.wrap(plan("true"), { runtimeDir });
        const child = startPlan(short);
        await waitUntil("its end", () => child.exitCode !== null);
        await started(child.pid ?? 0);
      });
    });

    describe("its events", () => {
      test("may come in pairs, overlapping and with internal turns between, and leave nothing to say", async () => {
        const { events } = (await open()).sandbox;
        await events.beforeCommand("true");
        await events.beforeCommand("true");
        events.beforeInternalTurn();
        await events.afterCommand("one");
        await events.afterCommand("two");
        events.beforeInternalTurn();
        expect([events.takeNotices(), events.takeNotices()]).toEqual([[], []]);
      });

      test("come in order: a plan stands before its command, a command is over before the next, notices are taken last", async () => {
        const person = createPerson();
        const { sandbox, told } = recorded(await openIn(person));
        const manager = testManager({ stateDir: person.stateDir, sandbox: async () => sandbox });
        const options = { workingDir: person.workspace };
        await run(manager, "echo one", options);
        await run(manager, "echo two", options);
        const shell = await manager.startShell(trust("echo three"), options);
        await shell.wait(50_000);
        await waitUntil("the end to be told", () => told.includes("afterCommand echo three"));
        expect(told.filter((event) => event !== "beforeInternalTurn")).toEqual(
          [
            ["wrap", "started", "beforeCommand", "afterCommand echo one", "takeNotices"],
            ["beforeCommand", "afterCommand echo two", "takeNotices"],
            ["beforeCommand", "wrap", "started", "afterCommand echo three"],
          ].flat(),
        );
        told.length = 0;
        await manager.endSession(DEFAULT_SESSION);
        expect(told).toEqual(["beforeInternalTurn"]);
        await manager.dispose();
        expect(told).toEqual(["beforeInternalTurn", "beforeInternalTurn", "close"]);
      });

      test("are told of a save and of a cd, and of a command that fails to start as well", async () => {
        const person = createPerson();
        const { sandbox, told } = recorded(await openIn(person));
        const manager = testManager({ stateDir: person.stateDir, sandbox: async () => sandbox });
        const session = manager.session(DEFAULT_SESSION, person.workspace);
        await session.warm();
        told.length = 0;
        await session.inTurn((turn) => turn.goTo(person.workspace));
        await session.inTurn((turn) => turn.saved());
        expect(told).toEqual(["beforeInternalTurn", "beforeInternalTurn"]);
        told.length = 0;
        await expect(manager.startShell(trust("a\0b"), { workingDir: person.workspace })).rejects.toThrow(/NUL/);
        await waitUntil("the end to be told", () => told.includes("afterCommand a\0b"));
        expect(told).toEqual(["beforeCommand", "afterCommand a\0b"]);
      });
    });

    test("it explains what it refused, and nothing else", async () => {
      const { sandbox, runs, workspace: cwd } = await open();
      const hook = join(cwd, ".git", "hooks", "pre-commit");
      mkdirSync(dirname(hook), { recursive: true });
      expect(sandbox.explain({ failed: false, stderr: "", cwd })).toBeUndefined();
      expect(sandbox.explain({ failed: true, stderr: "bash: nope: command not found", cwd })).toBeUndefined();
      const { exitCode, stderr } = await runs(`echo x > ${hook}`);
      expect(existsSync(hook)).toBe(!backend.isWall);
      const explained = sandbox.explain({ failed: exitCode !== 0, stderr, cwd });
      expect(explained === undefined).toBe(exitCode === 0);
      expect(explained ?? hook).toContain(dirname(hook));
    });

    test("when it is closed nothing runs in it, and nothing of it is left", async () => {
      const mark = `483.${process.pid}${backend.name.length}`;
      const before = ours();
      const person = createPerson();
      const manager = testManager({ stateDir: person.stateDir, sandbox: () => openIn(person) });
      await run(manager, `(setsid sleep ${mark} &) ; sleep ${mark} &`, { workingDir: person.workspace });
      await manager.createShell(`sleep ${mark}`, person.workspace);
      await waitUntil("the sleepers", () => pidsWith(`sleep ${mark}`).length >= 3);
      await manager.dispose();
      await waitUntil("nothing left", () => pidsWith(mark).length === 0);
      expect(ours().filter((name) => !before.includes(name))).toEqual([]);
    });
  });
}

/** Directories that sandboxes of this process have made. */
const ours = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`nacre-box-${process.pid}-`));

/** The same sandbox, with a list of what it was told. */
function recorded(sandbox: Sandbox): { readonly sandbox: Sandbox; readonly told: string[] } {
  const { events } = sandbox;
  const told: string[] = [];
  const whenDone = async (event: string, done: Promise<void>): Promise<void> => {
    await done;
    told.push(event);
  };
  const wrap: Sandbox["wrap"] = (plan, bind) => {
    const wrapped = sandbox.wrap(plan, bind);
    told.push("wrap");
    return { ...wrapped, started: (pid) => whenDone("started", wrapped.started(pid)) };
  };
  return {
    told,
    sandbox: {
      containment: sandbox.containment,
      wall: sandbox.wall,
      limits: sandbox.limits,
      shows: (path) => sandbox.shows(path),
      wrap,
      events: {
        beforeCommand: (command) => whenDone("beforeCommand", events.beforeCommand(command)),
        afterCommand: (command) => whenDone(`afterCommand ${command}`, events.afterCommand(command)),
        beforeInternalTurn: () => {
          told.push("beforeInternalTurn");
          events.beforeInternalTurn();
        },
        takeNotices: () => {
          told.push("takeNotices");
          return events.takeNotices();
        },
      },
      explain: (outcome) => sandbox.explain(outcome),
      close: () => whenDone("close", sandbox.close()),
    },
  };
}

/** Starts a plan as it is; it is ended when the test is over. */
function startPlan(plan: SpawnPlan): ChildProcess {
  const { file, args, env, cwd, descriptors = [] } = enteringGroups(plan);
  const stdio = ["ignore", "ignore", "ignore", ...descriptors.map(() => "pipe" as const)] as const;
  const child = spawn(file, [...args], { cwd, env: { ...env }, stdio: [...stdio] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await waitUntil("the end of a plan", () => !isAlive(child.pid ?? 0));
  });
  for (const [index, bytes] of descriptors.entries()) {
    const pipe = child.stdio[3 + index];
    if (pipe && "end" in pipe) pipe.on("error", () => undefined).end(bytes);
  }
  return child;
}
