import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { trustedProgram } from "../../src/core/process/trusted-program.ts";
import type { ToolResult } from "../../src/index.ts";
import { unique } from "../support/host.ts";
import { pidsInEnvironment, pidsWith } from "../support/is-alive.ts";
import { AS_PLAIN_USER, isRoot, plainCopy } from "../support/plain-user.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A plain user's host: a background shell starts what only root can end, and is killed. */
const HOST = `
import { createToolkit } from "./dist/index.js";
const [command, stateDir] = process.argv.slice(2);
const kit = createToolkit({ workingDir: process.cwd(), stateDir, loginShell: false, approver: () => "allow-once" });
const { metadata } = await kit.call("Bash", { command, run_in_background: true });
await kit.call("BashOutput", { bash_id: metadata.bash_id, wait_for: "/up/" });
console.log(JSON.stringify(await kit.call("KillShell", { shell_id: metadata.bash_id, signal: "KILL" })));
await kit.dispose();
`;

const setpriv = trustedProgram("setpriv");

test.runIf(isRoot && setpriv !== undefined)(
  "KillShell names a process that it could not end, and claims no end of everything",
  async () => {
    const [place, number] = [plainCopy(), unique()];
    // A program that becomes root's, so that the user's host may not signal it.
    const rise = join(place, "rise");
    copyFileSync(setpriv ?? "", rise);
    chmodSync(rise, 0o4755);
    writeFileSync(join(place, "host.mjs"), HOST);
    const sleepers = (): readonly number[] => pidsWith(`sleep ${number}`);
    onTestFinished(async () => {
      for (const pid of sleepers()) process.kill(pid, "SIGKILL");
      await waitUntil("the sleeper to be gone", () => sleepers().length === 0);
    });
    const command = `./rise --reuid=0 --clear-groups sleep ${number} & sleep 0.5; echo up; sleep 300`;
    const words = [...AS_PLAIN_USER, process.execPath, "host.mjs", command, join(place, "state")];
    const env = { PATH: "/usr/bin:/bin", HOME: place, NACRE_TEST: place };
    const { stdout } = await promisify(execFile)("env", words, { env, cwd: place, timeout: 120_000 });
    const [pid] = sleepers();
    const killed = JSON.parse(stdout) as ToolResult;
    expect(killed).toMatchObject({
      success: false,
      error: expect.stringMatching(new RegExp(`the kernel would not give up 1 process: ${pid}$`)),
      metadata: { survivors: [pid], fault: "PROCESS_SURVIVED", status: "killed" },
    });
    await waitUntil("nothing else of it to be alive", () =>
      pidsInEnvironment(`NACRE_TEST=${place}`).every((one) => one === pid),
    );
  },
);
