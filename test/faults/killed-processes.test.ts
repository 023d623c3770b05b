import { expect, test } from "vitest";
import { descendantsOf } from "../../src/core/process/descendants.ts";
import type { Identity } from "../../src/core/process/identity.ts";
import { commandLineOf, statOf } from "../../src/core/process/identity.ts";
import { type DrivenHost, driveHost } from "../support/driven-host.ts";
import { unique } from "../support/host.ts";
import { pidsWith } from "../support/is-alive.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { inPlainSession } from "../support/plain-user.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A job, one in a session of its own, and one below a copy of bash. */
const jobs = (number: string): string =>
  `sleep ${number}.1 & setsid sleep ${number}.2 & (sleep ${number}.3; :) & sleep 0.1; `;

const left = (number: string): number => pidsWith(`sleep ${number}.`).length;
const begun = (number: string, count: number): Promise<void> => waitUntil("the sleepers", () => left(number) >= count);
const gone = (number: string): Promise<void> => waitUntil("nothing to be left", () => left(number) === 0);

const RESTORED = /session restored: .* a new one took its place/;

/** The bubblewraps of a host. */
const walls = (host: DrivenHost): readonly number[] =>
  descendantsOf(host.pid)
    .map(({ pid }) => pid)
    .filter((pid) => /\bbwrap --args/.test(commandLineOf(pid)) && !/\bbwrap --args/.test(commandLineOf(parentOf(pid))));

const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

/** Ends one process; 0 would mean the test's own group. */
function sigkill(pid: number | undefined): void {
  if (pid === undefined || !(pid > 1)) throw new Error(`no pid to kill: ${pid}`);
  process.kill(pid, "SIGKILL");
}

/** Whom of the session a test kills: by pid. */
const VICTIMS = {
  bash: async (host: DrivenHost) => Number((await host.bash("echo $$")).output),
  supervisor: async (host: DrivenHost) => Number((await host.bash("echo $PPID")).output),
  bwrap: async (host: DrivenHost) => {
    await host.bash("true");
    return walls(host)[0];
  },
} as const;

const ROWS = [
  { victim: "bash", sandbox: "none", jobsLive: true },
  { victim: "supervisor", sandbox: "none", jobsLive: false },
  { victim: "bwrap", sandbox: "workspace", jobsLive: false },
] as const;

for (const { victim, sandbox, jobsLive } of ROWS) {
  const runIf = test.skipIf(sandbox === "workspace" && !hasBubblewrap);

  runIf(`SIGKILL of a session's ${victim} between two commands costs no state`, async () => {
    const [host, number] = [await driveHost({ sandbox }), unique()];
    const pid = await VICTIMS[victim](host);
    await host.bash(`X=7; ${jobs(number)}`);
    await begun(number, 3);
    await host.act("save");
    sigkill(pid);
    if (!jobsLive) await gone(number);
    const next = await host.bash("echo $X");
    expect(next.output).toMatch(/^7\n/);
    expect(next.metadata).toMatchObject({ session_restored: true, lost: "nothing" });
    expect(next.output).toMatch(RESTORED);
    expect(left(number) >= 3).toBe(jobsLive);
  });

  runIf(`SIGKILL of a session's ${victim} under a command ends the command, and costs what it had set`, async () => {
    const [host, number] = [await driveHost({ sandbox }), unique()];
    const pid = await VICTIMS[victim](host);
    await host.bash("X=7");
    await host.act("save");
    const running = host.bash(`X=8; ${jobs(number)} sleep ${number}.4`);
    await begun(number, 4);
    sigkill(pid);
    const { error, metadata } = await running;
    expect(error).toMatch(/^Command failed with exit code 137: it was ended by SIGKILL/);
    expect(metadata).toMatchObject({ exit_code: 137, session_restored: true });
    if (!jobsLive) expect(left(number)).toBe(0);
    expect((await host.bash("echo $X")).output).toBe("7\n");
  });
}

test.for([
  ["supervisor", "none"],
  ["bwrap", "workspace"],
] as const)(
  "SIGKILL of a background shell's %s ends the shell with everything it started",
  async ([victim, sandbox], { skip }) => {
    if (sandbox === "workspace" && !hasBubblewrap) skip("no bubblewrap");
    const [host, number] = [await driveHost({ sandbox }), unique()];
    await host.bash("X=7");
    const others = walls(host);
    const { metadata } = await host.bash(`${jobs(number)} sleep ${number}.4`, { run_in_background: true });
    await begun(number, 4);
    const { supervisor } = (await host.act("shell", { id: metadata.bash_id })) as { readonly supervisor: Identity };
    sigkill(victim === "bwrap" ? walls(host).find((pid) => !others.includes(pid)) : supervisor.pid);
    const read = await host.call("BashOutput", { bash_id: metadata.bash_id, wait_for: "exit" });
    expect([victim, read.metadata.status, read.metadata.exit_code, left(number)]).toEqual([victim, "failed", 137, 0]);
    const killed = await host.call("KillShell", { shell_id: metadata.bash_id });
    expect(killed).toMatchObject({ success: true, metadata: { already_stopped: true, survivors: [] } });
    expect((await host.bash("echo $X")).output).toBe("7\n");
  },
);

test("a killed supervisor of a plain user takes copies of a bash along that nobody can look into", async () => {
  const { outcomes } = await inPlainSession(() => [
    "X=7",
    "(while :; do sleep 0.2; done) & sleep 300 & setsid sleep 300 & kill -9 $PPID; sleep 300",
    "echo $X",
  ]);
  expect(outcomes.map(({ ending, stdout }) => ["exitCode" in ending && ending.exitCode, stdout])).toEqual([
    [0, ""],
    [137, ""],
    [0, "7\n"],
  ]);
});

test.for(["none", "workspace"] as const)(
  "SIGKILL of a host (sandbox: %s) leaves nothing alive, and the next one tells what was lost",
  async (sandbox, { skip }) => {
    if (sandbox === "workspace" && !hasBubblewrap) skip("no bubblewrap");
    const [host, number] = [await driveHost({ sandbox }), unique()];
    const { metadata } = await host.bash(`echo said; ${jobs(number)} sleep ${number}.4`, { run_in_background: true });
    await host.bash(jobs(number));
    await begun(number, 7);
    host.kill("SIGKILL");
    await gone(number);
    const next = await driveHost({ sandbox, stateDir: host.stateDir });
    const read = await next.call("BashOutput", { bash_id: metadata.bash_id });
    expect(read.metadata.status).toBe("lost");
    expect(read.output).toContain("said\n");
  },
);
