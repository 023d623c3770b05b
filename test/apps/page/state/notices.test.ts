import { expect, test } from "vitest";
import type { Look } from "../../../../src/apps/page/page-messages.ts";
import { lookOf, Notices, wordsOf } from "../../../../src/apps/page/state/notices.ts";
import { after, NOTHING } from "../../../../src/apps/page/state/watched.ts";
import { OVERVIEW } from "../../../core/line/made-up-host.ts";
import { shellView } from "../../../support/page-ground.ts";

const NONE: Look = { questions: [], running: [], waiting: [], ended: [] };
const ended = (...ids: readonly string[]): Look["ended"] => ids.map((id) => ({ id, status: "completed" }));

const begun = (look: Look = NONE): Notices => {
  const notices = new Notices();
  expect(notices.take(look)).toEqual([]); // what was there before is no news
  return notices;
};

test("each question, each wait and each end is told once, by its id", () => {
  const notices = begun();
  const look = { ...NONE, questions: [{ id: "q", client: "claude" }], waiting: ["w"], ended: ended("a", "b") };
  expect(notices.take(look)).toEqual([
    { kind: "question", id: "q", client: "claude" },
    { kind: "waits", id: "w" },
    { kind: "ended", id: "a", status: "completed" },
    { kind: "ended", id: "b", status: "completed" },
  ]);
  expect(notices.take(look)).toEqual([]);
  expect(notices.take(NONE)).toEqual([]);
  expect(notices.take({ ...look, waiting: [] })).toEqual([]);
});

test("an end beside a start is told; so is one of a shell that was never seen to run", () => {
  const notices = begun({ ...NONE, running: ["a"] });
  const told = notices.take({ ...NONE, running: ["c"], ended: ended("a", "b") });
  expect(told.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a shell that waits again is told again", () => {
  const notices = begun({ ...NONE, waiting: ["w"] });
  expect(notices.take({ ...NONE, waiting: ["w"] })).toEqual([]);
  expect(notices.take(NONE)).toEqual([]);
  expect(notices.take({ ...NONE, waiting: ["w"] })).toEqual([{ kind: "waits", id: "w" }]);
});

test("the desktop is told who asks and which shell, never the command", () => {
  expect(wordsOf({ kind: "question", id: "q", client: "claude" })).toBe("claude asks, and waits for your answer.");
  expect(wordsOf({ kind: "question", id: "q", client: undefined })).toMatch(/^A client asks/);
  expect(wordsOf({ kind: "waits", id: "shell_1" })).toBe("shell_1 waits for input.");
  expect(wordsOf({ kind: "ended", id: "shell_1", status: "lost" })).toBe("shell_1 has ended (lost).");
});

test("the page's own look has what runs, waits and ended since it was opened, also with its host", () => {
  const shells = [
    shellView("runs"),
    shellView("waits", { waitsForInput: "cat" }),
    shellView("old", { status: "completed", completedAt: 5 }),
    shellView("new", { status: "failed", completedAt: 15 }),
  ];
  const kept = [shellView("left", { status: "lost", completedAt: 12 })];
  const event = { kind: "hosts", now: 20, version: "", hosts: [{ ...OVERVIEW, shells }], kept } as const;
  expect(lookOf(after(NOTHING, event), 10)).toMatchObject({
    running: ["runs", "waits"],
    waiting: ["waits"],
    ended: [{ id: "new" }, { id: "left", status: "lost" }],
  });
});
