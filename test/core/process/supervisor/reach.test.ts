import { afterAll, expect, test, vi } from "vitest";
import { reach } from "../../../../src/core/process/supervisor/reach.ts";
import { unique } from "../../../support/host.ts";
import { pidsWith } from "../../../support/is-alive.ts";
import { runSource } from "../../../support/run-source.ts";

afterAll(() => vi.unstubAllEnvs());

/** A daemon without variables: only a subreaper finds it. */
const program = (number: string): string => `
import { createToolkit } from "nacre";
const kit = createToolkit({ workingDir: process.cwd(), loginShell: false });
const { metadata } = await kit.call("Bash", { command: "echo up; (setsid env -i sleep ${number} &); sleep 300", run_in_background: true });
await kit.call("BashOutput", { bash_id: metadata.bash_id, wait_for: "/up/" });
await new Promise((resolve) => setTimeout(resolve, 300));
const killed = await kit.call("KillShell", { shell_id: metadata.bash_id });
console.log(JSON.stringify([killed.output, killed.metadata.reach, killed.metadata.survivors]));
await kit.dispose();
`;

test("on this machine a kill finds everything", async () => {
  expect(reach()).toBe("everything");
  const number = unique();
  const { stdout } = await runSource(program(number));
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/ terminated$/), null, []]);
  expect(pidsWith(`sleep ${number}`)).toEqual([]);
});

test("with no table but ps a daemon is not found, and KillShell does not claim it", async () => {
  vi.stubEnv("NACRE_PROCESS_TABLE", "ps");
  const number = unique();
  const { stdout } = await runSource(program(number));
  const left = pidsWith(`sleep ${number}`);
  for (const pid of left) process.kill(pid, "SIGKILL");
  expect(JSON.parse(stdout)).toEqual([expect.stringContaining("a daemon is not found here"), "process-tree", []]);
  expect(left).toHaveLength(1);
});
