import { expect, test } from "vitest";
import { trust } from "../../../src/core/permission/cleared.ts";
import { identityOf } from "../../../src/core/process/identity.ts";
import { type MirrorSetup, ShellMirrors } from "../../../src/tools/machines/shell-mirrors.ts";
import { testManager } from "../../support/shells.ts";
import { waitUntil } from "../../support/wait-until.ts";

const ID = "shell_0123456789abcdef";
const STARTED = {
  kind: "shell-started",
  id: ID,
  sessionId: "s",
  command: "make",
  description: "builds",
  cwd: "/there",
  stream: 2 ** 31,
} as const;

function mirrors(more: Partial<MirrorSetup> = {}) {
  const shells = testManager();
  const killed: string[] = [];
  const made = new ShellMirrors({
    shells,
    machine: "box",
    launcher: () => identityOf(process.pid) ?? { pid: 0, startTime: "" },
    clearedAs: (text) => (text === "make" ? trust(text) : undefined),
    isOwn: (session) => session === "s",
    kill: async (id) => killed.push(id),
    onStart: () => undefined,
    ...more,
  });
  return { made, shells, killed };
}

test("a shell there is a shell here: listed, read and ended", async () => {
  const { made, shells, killed } = mirrors();
  made.started(STARTED);
  made.output(2 ** 31, { stream: "stdout", bytes: Buffer.from("one\n") });
  made.output(2 ** 31, { stream: "stderr", bytes: Buffer.from("two\n") });
  made.output(5, { stream: "stdout", bytes: Buffer.from("of no shell\n") });
  const shell = shells.getShell(ID);
  expect(shell).toMatchObject({ machine: "box", command: "make", workingDir: "/there", status: "running" });
  expect(shell?.getAllOutput()).toBe("one\n[stderr]\ntwo\n");
  expect(made.has(ID)).toBe(true);
  expect(made.isAnyRunning).toBe(true);
  await shell?.kill();
  expect(killed).toEqual([ID]);
  expect(shell?.status).toBe("killed");
  expect(made.isAnyRunning).toBe(false);
});

test("its end is the one it had there", async () => {
  const { made, shells } = mirrors();
  made.started(STARTED);
  made.ended({ kind: "shell-ended", id: ID, status: "timeout", exitCode: 143, signal: "SIGTERM" });
  await waitUntil("its end", () => shells.getShell(ID)?.isRunning === false);
  expect(shells.getShell(ID)).toMatchObject({ status: "timeout", exitCode: 143, signal: "SIGTERM" });
});

test("what runs when the worker is gone is lost; what had ended is not", async () => {
  const { made, shells } = mirrors();
  const other = "shell_ffffffffffffffff";
  made.started(STARTED);
  made.started({ ...STARTED, id: other, stream: 2 ** 31 + 1 });
  made.ended({ kind: "shell-ended", id: other, status: "completed", exitCode: 0 });
  made.lost("lost");
  await waitUntil("both ends", () => shells.listRunning().length === 0);
  expect([ID, other].map((id) => shells.getShell(id)?.status)).toEqual(["lost", "completed"]);
});

test("a shell that was not cleared, of another session or of a known id is none", () => {
  const { made } = mirrors();
  expect(() => made.started({ ...STARTED, command: "other" })).toThrow("not cleared");
  expect(() => made.started({ ...STARTED, sessionId: "t" })).toThrow("not cleared");
  made.started(STARTED);
  expect(() => made.started(STARTED)).toThrow("known");
});
