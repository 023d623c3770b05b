import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { whyAgentShell } from "../../../../src/core/process/supervisor/agent-shell.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";

test("this process is below no supervisor, a command of a session is, and so is what it left behind", async () => {
  expect(whyAgentShell({})).toBeUndefined();
  const { bash } = openToolkit();
  const { output } = await bash(
    "setsid -f sh -c 'echo $$ >late; exec sleep 300'; until [ -s late ]; do sleep 0.05; done; echo $$ $(cat late)",
  );
  const pids = /^\d+ \d+/.exec(output)?.[0].split(" ").map(Number) ?? [];
  const why = expect.stringMatching(/^a nacre supervisor \(pid \d+\) is among its ancestors$/);
  expect(pids.map((pid) => whyAgentShell({}, pid))).toEqual([why, why]);
});

test("nacre's mark tells, in its own environment, also empty, and in an ancestor's", async () => {
  for (const value of ["x", ""])
    expect(whyAgentShell({ NACRE_HOST: value })).toBe("NACRE_HOST, nacre's mark, is in its environment");
  const child = spawn("/bin/sh", ["-c", "env -i sleep 300 & echo $!; wait"], {
    env: { HOME: "/", NACRE_HOST: "x" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const pid = Number(String(await once(child.stdout, "data")));
  onTestFinished(async () => {
    process.kill(pid);
    await ended;
  });
  expect(whyAgentShell({}, pid)).toBe(`nacre's mark is in the environment of its ancestor ${child.pid}`);
});

test("a process that is gone is below nothing", () => {
  expect(whyAgentShell({}, 2 ** 22 + 1)).toBeUndefined();
});
