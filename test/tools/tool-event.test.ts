import { expect, test } from "vitest";
import type { ToolkitEvent } from "../../src/tools/tool-event.ts";
import { openToolkit } from "../support/open-toolkit.ts";

test("a question and its answer are events, each once", async () => {
  const events: ToolkitEvent[] = [];
  const { bash, questions } = openToolkit({
    ask: "wait",
    limits: { defaultTimeoutMs: 1 },
    onEvent: (event) => events.push(event),
  });
  const { metadata } = await bash("git push nowhere");
  const question = String(metadata["question_id"]);
  questions.answer(question, { answer: "deny", message: "no" }, "test");
  questions.answer(question, { answer: "once" }, "test");
  const about = { question, sessionId: "default", command: "git push nowhere" };
  expect(events.filter(({ kind }) => kind === "question" || kind === "answer")).toMatchObject([
    { kind: "question", ...about, findings: [{ decision: "ask" }] },
    { kind: "answer", ...about, state: "answered", answer: "deny", via: "test", message: "no" },
  ]);
});
