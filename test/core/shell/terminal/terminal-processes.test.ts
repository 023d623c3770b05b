import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { identityOf } from "../../../../src/core/process/identity.ts";
import { terminalProcesses } from "../../../../src/core/shell/terminal/terminal-processes.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a process is told with its program, its words, its directory and the call it sleeps in", async () => {
  const child = spawn("/bin/sleep", ["60"], { cwd: "/", detached: true, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  const identity = identityOf(child.pid ?? 0);
  if (identity === undefined) throw new Error("it is gone");
  const look = (arch?: string) => terminalProcesses([identity], { group: identity.pid, shell: undefined }, arch)[0];
  await waitUntil("the sleep", () => look()?.state === "S" && look()?.name === "sleep");
  expect(look()).toMatchObject({
    pid: identity.pid,
    argv: ["/bin/sleep", "60"],
    cwd: "/",
    call: "nanosleep",
    readsTerminal: false,
    isCommandShell: false,
    isForeground: true,
  });
  expect(look("unknown")?.call).toBe("other");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(terminalProcesses([identity], { group: 1, shell: undefined })).toEqual([]);
});
