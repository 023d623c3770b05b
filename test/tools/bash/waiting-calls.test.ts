import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WaitingCalls } from "../../../src/tools/bash/waiting-calls.ts";
import { ok } from "../../../src/tools/tool.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** Asks; and in a directory without a repository it does nothing. */
const PUSH = "git push nowhere";

/** A toolkit whose calls wait for an answer, and a call that waits no longer. */
async function waiting(command = PUSH) {
  const kit = openToolkit({ ask: "wait", limits: { defaultTimeoutMs: 1 } });
  const result = await kit.bash(command);
  const id = String(result.metadata["question_id"]);
  return { ...kit, result, id };
}

test("a call that waited in vain returns the id of its question, is no error, and frees its session", async () => {
  const { result, id, bash, questions } = await waiting();
  expect(result).toMatchObject({
    success: true,
    output: expect.stringMatching(/^Waiting for an answer: question_\w+\n/),
  });
  expect(questions.list()).toMatchObject([{ id, command: PUSH, state: "open" }]);
  expect(await bash("echo free", { timeout: 20_000 })).toMatchObject({ output: "free\n" });
});

test("a yes runs the command in the background from the session's state of then, in the directory it was asked about", async () => {
  const { questions, call, bash, workingDir } = openToolkit({ ask: "wait" });
  mkdirSync(join(workingDir, "there"));
  await bash("V=before");
  const asked = await call("Bash", { command: 'git push nowhere; echo "$V in $PWD"; W=1', timeout: 1000 });
  const id = String(asked.metadata["question_id"]);
  await bash("V=after; cd there");
  expect(questions.answer(id, { answer: "once" }, "test")).toEqual({ won: true });
  const read = await call("BashOutput", { bash_id: id, wait_for: "exit" });
  expect(read.output).toMatch(
    /^The user allowed it\. It runs as background shell shell_\w+, .*nothing of it flows back/,
  );
  expect(read.output).toContain(`after in ${workingDir}\n`);
  expect(read.metadata).toMatchObject({ bash_id: expect.stringMatching(/^shell_/), is_running: false });
  expect((await bash('echo "[$W] $PWD"')).output).toBe(`[] ${workingDir}/there\n`);
});

test("a no, with its message, is what BashOutput says, as often as it is asked", async () => {
  const { questions, call, id } = await waiting();
  questions.answer(id, { answer: "deny", message: "not on a Friday" }, "test");
  for (const bash_id of [id, id])
    expect(await call("BashOutput", { bash_id })).toMatchObject({
      success: false,
      error: expect.stringContaining("The user was asked and said no: not on a Friday"),
      metadata: { error_kind: "blocked", refused_by: "person" },
    });
});

test("BashOutput waits for the answer as long as it is told, and then says that it is still awaited", async () => {
  const { call, id } = await waiting();
  const read = await call("BashOutput", { bash_id: id, wait_ms: 1 });
  expect(read).toMatchObject({ success: true, output: expect.stringContaining(`Waiting for an answer: ${id}`) });
});

test("KillShell withdraws the question, and nothing runs", async () => {
  const { questions, call, id } = await waiting();
  expect(await call("KillShell", { shell_id: id })).toMatchObject({
    success: true,
    output: expect.stringContaining("withdrawn"),
  });
  expect(questions.answer(id, { answer: "once" }, "test")).toMatchObject({ won: false, by: "withdrawn" });
  expect(await call("KillShell", { shell_id: id })).toMatchObject({ metadata: { already_stopped: true } });
  expect(await call("BashOutput", { bash_id: id })).toMatchObject({
    error: expect.stringContaining("the question was withdrawn"),
  });
});

test("KillShell ends the shell that came of a yes", async () => {
  const { questions, call, id } = await waiting(`${PUSH}; sleep 60`);
  questions.answer(id, { answer: "once" }, "test");
  const read = await call("BashOutput", { bash_id: id });
  expect(read.metadata).toMatchObject({ is_running: true });
  expect(await call("KillShell", { shell_id: id })).toMatchObject({ success: true, metadata: { status: "killed" } });
});

test("a command that means something else by the time of the answer does not run", async () => {
  const { questions, call, bash } = openToolkit({ ask: "wait" });
  const asked = await call("Bash", { command: PUSH, timeout: 1000 });
  const id = String(asked.metadata["question_id"]);
  await bash("git() { npm publish; }");
  questions.answer(id, { answer: "once" }, "test");
  expect(await call("BashOutput", { bash_id: id })).toMatchObject({
    success: false,
    error: expect.stringContaining("what it would do has changed since"),
    metadata: { refused_by: "changed" },
  });
});

test("a call that is cancelled while it waits withdraws its question", async () => {
  const { questions, call } = openToolkit({ ask: "wait" });
  const ending = new AbortController();
  const calling = call("Bash", { command: PUSH }, { signal: ending.signal });
  await waitUntil("the question", () => questions.list().length === 1);
  ending.abort();
  expect(await calling).toMatchObject({ metadata: { cancelled: true } });
  expect(questions.list()).toMatchObject([{ state: "withdrawn" }]);
});

test("a waiting call is found in its own scope alone, and the oldest are forgotten", () => {
  const calls = new WaitingCalls();
  const result = Promise.resolve(ok(""));
  calls.keep({ id: "question_1", sessionId: "one/default", result });
  expect(calls.find("question_1", { scope: "one" })).toMatchObject({ id: "question_1" });
  expect(calls.find("question_1", { scope: "two" })).toBeUndefined();
  for (let count = 0; count < 1000; count++) calls.keep({ id: `x${count}`, sessionId: "one/default", result });
  expect(calls.find("question_1", { scope: "one" })).toBeUndefined();
});
