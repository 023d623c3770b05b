import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { sessionView, shellViews, viewOfRecord } from "../../../../src/core/shell/line/line-views.ts";
import { shellRecord } from "../../../support/shell-record.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const plain = { containment: undefined, redact: (text: string) => text };

test("a shell that waits for input that cannot come is told with the program", async () => {
  const shell = await testManager().createShell(`mkfifo f; cat f; rm f`, tempDir());
  await waitUntil("the program that waits", async () => (await shellViews([shell], plain))[0]?.waitsForInput === "cat");
});

test("an ended shell has its end and no process", async () => {
  const shell = await testManager().createShell("echo abc; exit 4", "/tmp");
  await shell.wait();
  const [view] = await shellViews([shell], plain);
  expect(view).toMatchObject({ status: "failed", exitCode: 4, stdoutBytes: 4, ports: [] });
  expect(Object.keys(view ?? {})).toEqual(expect.not.arrayContaining(["pid", "cpuMs", "memoryBytes", "containment"]));
});

test("what the policy said of a command is told with its shell", async () => {
  const manager = testManager();
  const shell = await manager.startShell(trust("true", "ask"), { workingDir: "/tmp" });
  const own = await manager.createShell("true", "/tmp");
  const views = await shellViews([shell, own], plain);
  expect(views.map(({ decision }) => decision)).toEqual(["ask", undefined]);
});

test("a record says as much as is on disk", () => {
  const logs = { stdout: join(tempDir(), "a.out"), stderr: "/none" };
  writeFileSync(logs.stdout, "12345");
  expect(viewOfRecord(shellRecord("shell_1", { logs, status: "lost", completedAt: 11 }))).toEqual({
    id: "shell_1",
    session: "default",
    command: "true",
    status: "lost",
    createdAt: 1,
    completedAt: 11,
    durationMs: 10,
    cwd: "/tmp",
    ports: [],
    stdoutBytes: 5,
    stderrBytes: 0,
  });
  expect(viewOfRecord(shellRecord("shell_1", { bytes: { stdout: 7, stderr: 8 } }))).toMatchObject({
    stdoutBytes: 7,
    stderrBytes: 8,
  });
});

test("a session says where it is, and what it runs without its secrets", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  const gate = join(tempDir(), "gate");
  const busy = run(manager, `: hunter2; until [ -e ${gate} ]; do sleep 0.02; done`);
  await waitUntil("the command", () => session.present.now !== undefined);
  expect(sessionView(session, (text) => text.replace("hunter2", "***")).busy?.command).toMatch(/^: \*\*\*; /);
  writeFileSync(gate, "");
  await busy;
  expect(sessionView(session, plain.redact)).toEqual({ id: "default", cwd: "/tmp" });
});
