import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Question, ToolkitEvent } from "../../../src/index.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const PATIENT = { wait_ms: 60_000 };
/** Refused like the directory above it, and nothing is lost should it be removed: these shells are real. */
const NOWHERE = "/etc/nacre-no-such-place";

test.each([
  ["bash", `rm -rf ${NOWHERE}\n`],
  ["env bash -i", `rm -rf ${NOWHERE}\n`],
  ["python3 -i", `import os; os.system('rm -rf ${NOWHERE}')\n`],
  ["node -i", `require('child_process').execSync('rm -rf ${NOWHERE}')\n`],
  ["xargs rm -rf", `${NOWHERE}\n`],
])("%s gets nothing that would be refused as a command of its own", async (command, text) => {
  const { start, call, shells } = openToolkit({
    approver: async ({ stdin }) => (stdin === undefined ? "once" : "deny"),
  });
  const id = await start(command);
  const refused = await call("BashInput", { bash_id: id, text });
  expect(refused).toMatchObject({ success: false, metadata: { error_kind: "blocked", written: 0 } });
  expect(refused.error).toMatch(/^Nothing was typed\. Input blocked as (possibly )?dangerous\./);
  expect(await shells.getShell(id)?.input?.write(Buffer.alloc(0), { limitMs: 0 })).toMatchObject({ unread: 0 });
});

test("pieces of a line are judged together, and a refused piece leaves the shell as it was", async () => {
  const { start, call, workingDir } = openToolkit();
  const canary = join(workingDir, "canary");
  writeFileSync(canary, "");
  const id = await start("bash");
  expect((await call("BashInput", { bash_id: id, text: "rm -rf ", wait_ms: 0 })).success).toBe(true);
  expect((await call("BashInput", { bash_id: id, text: `${NOWHERE}\n` })).metadata["error_kind"]).toBe("blocked");
  expect(existsSync(canary)).toBe(true);
  const run = await call("BashInput", {
    bash_id: id,
    text: "./no-such-file; echo alive\n",
    wait_for: "/alive/",
    ...PATIENT,
  });
  expect(run.output).toContain("alive");
});

test("what was allowed once for a shell is not asked again, and the rest of it is", async () => {
  const asked: Question[] = [];
  const { start, call } = openToolkit({
    approver: async (question) => {
      asked.push(question);
      return "once";
    },
  });
  const id = await start("cat | bash");
  const beginning = asked.length;
  const type = (text: string): Promise<unknown> => call("BashInput", { bash_id: id, text, wait_ms: 0 });
  await type("git push nowhere\n");
  expect(asked.length).toBe(beginning + 1);
  expect(asked.at(-1)?.stdin).toEqual({ kind: "text", text: "git push nowhere\n" });
  await type("echo more\n");
  expect(asked.length).toBe(beginning + 1);
});

test("an open question is found by its id, and the answer types the input", async () => {
  const kit = openToolkit({ ask: "wait", limits: { defaultTimeoutMs: 1 } });
  const id = await kit.start("bash");
  const waiting = await kit.call("BashInput", { bash_id: id, text: "git push nowhere; echo typed\n" });
  const question = waiting.metadata["question_id"];
  expect(waiting.output).toMatch(/^Waiting for an answer: question_\w+\nThe input needs the user's approval/);
  const [open] = kit.questions.list();
  if (open === undefined) throw new Error("no question is open");
  kit.questions.answer(open.id, { answer: "once" }, "test");
  await kit.call("BashOutput", { bash_id: question, wait_for: "/typed/", ...PATIENT });
  expect(kit.shells.getShell(id)?.getAllOutput()).toContain("typed");
});

test("a shell that an embedder started is judged by its command too", async () => {
  const { shells, call, workingDir } = openToolkit();
  const shell = await shells.createShell("bash", workingDir);
  const refused = await call("BashInput", { bash_id: shell.id, text: `rm -rf ${NOWHERE}\n` });
  expect(refused.metadata["error_kind"]).toBe("blocked");
});

test("what is typed is an event, with what became of it", async () => {
  const events: ToolkitEvent[] = [];
  const { start, call } = openToolkit({ onEvent: (event) => void events.push(event) });
  const id = await start("cat");
  await call("BashInput", { bash_id: id, text: "x\n", wait_ms: 0 });
  expect(events.filter(({ kind }) => kind === "input")).toMatchObject([
    { kind: "input", id, input: "x\n", bytes: 2, decision: "allow", cleared: true, by: "policy" },
  ]);
});
