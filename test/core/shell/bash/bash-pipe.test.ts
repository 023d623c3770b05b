import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STATE_BYTES } from "../../../../src/core/base/limits.ts";
import { isRunning } from "../../../../src/core/process/identity.ts";
import { isRoot, PLAIN_USER } from "../../../support/plain-user.ts";
import { ScriptedBash } from "../../../support/scripted-bash.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("what bash says is heard, turn by turn, also while another text runs long", async () => {
  const bash = await ScriptedBash.start();
  const { heard, stdout } = await bash.run("sleep 0.8; echo out; (exit 3)");
  expect(heard).toMatchObject({ kind: "answer", answer: { status: 3 } });
  expect(stdout).toBe("out\n");
  expect((await bash.run("echo $?")).stdout).toBe("3\n");
});

test("a bash that ends in a text is told from one that answers, with what it said before", async () => {
  const bash = await ScriptedBash.start();
  const { heard } = await bash.run("builtin printf said >&254; exit 7");
  expect(heard).toMatchObject({ kind: "exit", exit: { exitCode: 7 }, said: "said", loss: undefined, hasBegun: true });
  expect(bash.pipe.shell).toBeUndefined();
  bash.pipe.giveUp("deaf"); // there is nothing to end
  await bash.begin();
  expect((await bash.run("echo on")).stdout).toBe("on\n");
});

test("a bash that has read everything and says nothing is deaf, and ends with its script", async () => {
  const bash = await ScriptedBash.start();
  const { heard, stdout } = await bash.run("echo ran; set -n");
  expect(heard).toMatchObject({ kind: "exit", exit: { exitCode: 0 }, loss: "deaf", hasBegun: true });
  expect(stdout).toBe("ran\n");
});

test("a deaf bash answers when lines are there that can bring it back", async () => {
  const bash = await ScriptedBash.start();
  const { heard } = await bash.run("builtin() { :; }; (exit 4)", { rescue: true });
  expect(heard).toMatchObject({ kind: "answer" });
  expect((await bash.run("echo on")).stdout).toBe("on\n");
  const { heard: lost } = await bash.run("set -n", { rescue: true });
  expect(lost).toMatchObject({ kind: "exit", loss: "deaf" });
});

test("a bash that does not get to the text is stuck: nothing of the text began", async () => {
  const bash = await ScriptedBash.start();
  const heard = await bash.pipe.say({ before: "sleep 300\n", rest: "echo text\n\n", read: () => undefined });
  expect(heard).toMatchObject({ kind: "exit", exit: { signal: "SIGKILL" }, loss: "stuck", hasBegun: false });
});

test("a bash that ends before the text is read has not begun it", async () => {
  const bash = await ScriptedBash.start();
  const heard = await bash.pipe.say({ before: "exit 5\n", rest: "echo text\n\n", read: () => undefined });
  expect(heard).toMatchObject({ kind: "exit", exit: { exitCode: 5 }, loss: undefined, hasBegun: false });
});

test("a text for a bash that has ended or is only starting begins nothing, and does not keep the new one from its hello", async () => {
  const bash = await ScriptedBash.start();
  const text = { before: "", rest: "echo text\n\n", read: () => undefined };
  const nothing = { kind: "exit", loss: undefined, hasBegun: false };
  await bash.run("exit 3");
  expect(await bash.pipe.say(text)).toMatchObject(nothing);
  const starting = bash.begin();
  expect(await bash.pipe.say(text)).toMatchObject(nothing);
  await starting;
  expect(await bash.run("echo on")).toMatchObject({ heard: { kind: "answer" }, stdout: "on\n" });
});

test("what is hidden once and not any more is another program, and is ended", async () => {
  const bash = await ScriptedBash.start(isRoot ? { user: PLAIN_USER } : {});
  expect(bash.pipe.isHidden).toBe(true);
  const { pid } = bash.pipe.shell ?? { pid: 0 };
  const other = join(bash.directory, "other");
  writeFileSync(other, "print 'forged'; $| = 1; print \"\\0\"; sleep 300");
  const { heard } = await bash.run(`exec perl ${other} >&254`);
  expect(heard).toMatchObject({ kind: "exit", exit: { signal: "SIGKILL" }, loss: "replaced", said: "" });
  await bash.begin();
  expect([bash.pipe.isHidden, bash.pipe.shell?.pid === pid]).toEqual([true, false]);
});

test("a bash that says more than a host can hold is ended, although it does not come to the end of its script", async () => {
  const bash = await ScriptedBash.start();
  const turn = bash.run("sleep 300");
  bash.supervisor.onAnswer(Buffer.alloc(STATE_BYTES + 1, 1), { isHidden: false, isAlone: true });
  expect((await turn).heard).toMatchObject({ kind: "exit", exit: { signal: "SIGKILL" }, loss: "deaf" });
});

test("the end of a bash between two turns is told, once", async () => {
  const bash = await ScriptedBash.start();
  let ends = 0;
  bash.pipe.onIdleExit = () => ends++;
  const { shell } = bash.pipe;
  process.kill(shell?.pid ?? 0, "SIGKILL");
  await waitUntil("the end to be told", () => ends === 1);
  expect(shell !== undefined && isRunning(shell)).toBe(false);
  await bash.supervisor.end();
  expect(ends).toBe(1);
});

test("a turn whose supervisor is gone ends as a kill", async () => {
  const bash = await ScriptedBash.start();
  const turn = bash.run("trap '' TERM; exec sleep 300");
  process.kill(bash.supervisor.identity.pid, "SIGKILL");
  expect((await turn).heard).toMatchObject({ kind: "exit", exit: { kind: "signaled", signal: "SIGKILL" } });
});
