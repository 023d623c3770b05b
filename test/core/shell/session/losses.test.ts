import { expect, test } from "vitest";
import { IDLE_SAVE_MS, SAVE_REST } from "../../../../src/core/base/limits.ts";
import type { TurnReply } from "../../../../src/core/shell/bash/turn.ts";
import { Losses } from "../../../../src/core/shell/session/losses.ts";

const ANSWER = { kind: "answer" } as TurnReply;
const ended = (more: Partial<Extract<TurnReply, { kind: "exit" }>>): TurnReply => ({
  kind: "exit",
  exit: { kind: "exited", exitCode: 1 },
  saved: false,
  loss: undefined,
  hasBegun: true,
  ...more,
});
const REPLIED = { kind: "reply" } as const;

test("what a lost bash costs depends on what was saved, and is told once", () => {
  const losses = new Losses();
  losses.isUnsaved = true;
  expect(losses.after(ANSWER, REPLIED)).toBeUndefined();
  expect(losses.after(ended({}), REPLIED)).toEqual({ lost: "since-last-save", cause: "ended" });
  expect(losses.after(ended({ loss: "deaf" }), REPLIED)).toEqual({ lost: "nothing", cause: "unfit" });
  expect(losses.after(ANSWER, REPLIED)).toBeUndefined();
});

test("a bash that said everything on its way out costs nothing, but is told of when a time limit ended it", () => {
  const losses = new Losses();
  losses.isUnsaved = true;
  expect(losses.after(ended({ saved: true }), REPLIED)).toBeUndefined();
  expect(losses.isUnsaved).toBe(false);
  losses.isUnsaved = true;
  expect(losses.after(ended({ saved: true }), { kind: "timed-out" })).toEqual({ lost: "nothing", cause: "ended" });
});

test("a loss between two commands waits for the next result", () => {
  const losses = new Losses();
  losses.isUnsaved = true;
  losses.between(false);
  expect(losses.after(ANSWER, REPLIED)).toEqual({ lost: "since-last-save", cause: "between" });
  losses.between(false);
  expect(losses.after(ended({ saved: true }), REPLIED)).toEqual({ lost: "nothing", cause: "between" });
  expect(losses.after(ANSWER, REPLIED)).toBeUndefined();
});

test("after a long save the session is quiet for longer before the next", () => {
  const losses = new Losses();
  expect(losses.idleMs).toBe(IDLE_SAVE_MS);
  for (const [tookMs, idleMs] of [
    [IDLE_SAVE_MS, IDLE_SAVE_MS],
    [280, 280 * SAVE_REST],
    [1, IDLE_SAVE_MS],
  ] as const) {
    losses.isUnsaved = true;
    losses.saved(tookMs);
    expect([losses.isUnsaved, losses.idleMs]).toEqual([false, idleMs]);
  }
});
