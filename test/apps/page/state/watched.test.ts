import { expect, test } from "vitest";
import {
  after,
  countsOf,
  findShell,
  groupsOf,
  isIdle,
  NOTHING,
  openQuestions,
  settledQuestions,
  type Watched,
} from "../../../../src/apps/page/state/watched.ts";
import type { Overview, QuestionView, ShellView } from "../../../../src/core/line/line-messages.ts";
import { questionView } from "../../../support/question-view.ts";

const shell = (id: string, more: Partial<ShellView> = {}): ShellView => ({
  id,
  session: "s1",
  command: "true",
  status: "running",
  createdAt: 1,
  cwd: "/w",
  ports: [],
  stdoutBytes: 0,
  stderrBytes: 0,
  ...more,
});

const question = (id: string, more: Partial<QuestionView> = {}): QuestionView =>
  questionView(id, { session: "s1", ...more });

const overview = (id: string, more: Partial<Overview> = {}): Overview => ({
  host: { id, pid: 1, startedAt: 1, app: "mcp" },
  sessions: [{ id: "s1", cwd: "/w" }],
  shells: [],
  questions: [],
  rules: [],
  ...more,
});

const watching = (...hosts: Overview[]): Watched =>
  after(NOTHING, { kind: "hosts", now: 0, version: "1", hosts, kept: [] });

test("events change what they name, and nothing else", () => {
  const before = watching(overview("a", { shells: [shell("x")] }), overview("b"));
  const now = after(before, { kind: "shell", host: "a", shell: shell("x", { status: "completed" }) });
  expect(now.hosts.get("a")?.shells.get("x")?.status).toBe("completed");
  expect(now.hosts.get("b")).toBe(before.hosts.get("b"));
  expect(after(now, { kind: "shell", host: "unknown", shell: shell("x") })).toBe(now);
  expect(after(now, { kind: "beat" })).toBe(now);
});

test("a host that ran nothing is listed, and there is something to look at as soon as it asks or runs", () => {
  const fresh = watching(overview("a", { sessions: [] }));
  expect(groupsOf(fresh).map(({ host, session }) => [host?.view.id, session])).toEqual([["a", undefined]]);
  expect([isIdle(NOTHING), isIdle(fresh)]).toEqual([true, true]);
  expect(isIdle(after(fresh, { kind: "question", host: "a", question: question("q") }))).toBe(false);
  expect(isIdle(after(fresh, { kind: "shell", host: "a", shell: shell("x") }))).toBe(false);
  expect(isIdle(after(fresh, { kind: "session", host: "a", session: { id: "s1", cwd: "/w" } }))).toBe(false);
});

test("sessions and questions are kept by their ids, and hosts come and go", () => {
  let now = watching();
  now = after(now, { kind: "host", overview: overview("a") });
  now = after(now, { kind: "session", host: "a", session: { id: "s2", cwd: "/other" } });
  now = after(now, { kind: "question", host: "a", question: question("q") });
  expect(countsOf(now)).toEqual({ sessions: 2, running: 0, waiting: 0, questions: 1 });
  now = after(now, { kind: "host-gone", host: "a", kept: [shell("x", { status: "lost" })] });
  expect([now.hosts.size, findShell(now, "x")?.host, groupsOf(now).map(({ key }) => key)]).toEqual([
    0,
    undefined,
    ["kept"],
  ]);
});

test("running shells come before ended ones, whose newest is first", () => {
  const shells = [
    shell("old", { createdAt: 1, status: "completed" }),
    shell("run2", { createdAt: 4 }),
    shell("new", { createdAt: 3, status: "failed" }),
    shell("run1", { createdAt: 2 }),
  ];
  const [group] = groupsOf(watching(overview("a", { shells })));
  expect(group?.running.map(({ id }) => id)).toEqual(["run1", "run2"]);
  expect(group?.ended.map(({ id }) => id)).toEqual(["new", "old"]);
});

test("shells of a session that is gone still have a group", () => {
  const groups = groupsOf(watching(overview("a", { sessions: [], shells: [shell("x", { session: "gone" })] })));
  expect(groups.map(({ key, session }) => [key, session])).toEqual([["a/gone", undefined]]);
});

test("questions that wait are oldest first, settled ones newest first", () => {
  const questions = [
    question("late", { askedAt: 3 }),
    question("early", { askedAt: 1 }),
    question("done1", { askedAt: 2, state: "answered" }),
    question("done2", { askedAt: 4, state: "expired" }),
  ];
  const now = watching(overview("a", { questions }));
  expect(openQuestions(now).map((one) => one.question.id)).toEqual(["early", "late"]);
  expect(settledQuestions(now).map((one) => one.question.id)).toEqual(["done2", "done1"]);
});

test("what waits for input is counted while it runs", () => {
  const shells = [shell("x", { waitsForInput: "npm" }), shell("y", { waitsForInput: "npm", status: "killed" })];
  expect(countsOf(watching(overview("a", { shells })))).toMatchObject({ running: 1, waiting: 1 });
  expect(findShell(watching(overview("a", { shells })), "y")?.shell.status).toBe("killed");
  expect(findShell(NOTHING, undefined)).toBeUndefined();
});
