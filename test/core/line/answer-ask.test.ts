import { expect, test } from "vitest";
import { answerTo } from "../../../src/core/line/answer-ask.ts";
import type { LineQuestions, Outlet } from "../../../src/core/line/line-host.ts";
import type { LineEvent } from "../../../src/core/line/line-messages.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { madeUpHost, OVERVIEW } from "./made-up-host.ts";

function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((act) => {
    resolve = act;
  });
  return { promise, resolve };
}

function outlet(): { readonly outlet: Outlet; readonly events: LineEvent[]; readonly leave: () => void } {
  const events: LineEvent[] = [];
  const { promise: closed, resolve: leave } = later<void>();
  const tell = (event: LineEvent): void => void events.push(event);
  return { outlet: { isOpen: true, closed, tell, send: async (event) => tell(event) }, events, leave };
}

test("a follower gets the overview first, and what happened while it was made behind it", async () => {
  const { promise: made, resolve: make } = later<typeof OVERVIEW>();
  const host = madeUpHost({ overview: () => made });
  const { outlet: out, events, leave } = outlet();
  const end = answerTo({ do: "follow", canAnswer: false }, host, out);
  host.tell({ kind: "session", session: { id: "early", cwd: "/" } });
  make(OVERVIEW);
  await waitUntil("both", () => events.length === 2);
  host.tell({ kind: "session", session: { id: "later", cwd: "/" } });
  expect(events.map((event) => (event.kind === "session" ? event.session.id : event.kind))).toEqual([
    "overview",
    "early",
    "later",
  ]);
  leave();
  await end;
  host.tell({ kind: "session", session: { id: "gone", cwd: "/" } });
  expect(events).toHaveLength(3);
});

test("a follower counts as a watcher while it is there, if it can answer", async () => {
  let watchers = 0;
  const questions: LineQuestions = {
    list: () => [],
    answer: async () => ({ is: { won: true } }),
    check: async () => ({ is: { lets: ["a"], stops: [] } }),
    reloadRules: async () => ({ is: { rules: 3 } }),
    addWatcher: () => {
      watchers += 1;
      return () => {
        watchers -= 1;
      };
    },
    onChange: () => () => undefined,
  };
  const host = madeUpHost({ questions });
  const [one, two] = [outlet(), outlet()];
  const ends = [
    answerTo({ do: "follow", canAnswer: true }, host, one.outlet),
    answerTo({ do: "follow", canAnswer: false }, host, two.outlet),
  ];
  await waitUntil("both overviews", () => one.events.length + two.events.length === 2);
  expect(watchers).toBe(1);
  one.leave();
  two.leave();
  await Promise.all(ends);
  expect(watchers).toBe(0);
  expect(await answerTo({ do: "reload-rules" }, host, one.outlet)).toEqual({ is: { rules: 3 } });
  expect(await answerTo({ do: "rules" }, host, one.outlet)).toEqual({ is: { rules: [], sessions: [] } });
  expect(await answerTo({ do: "remove-rule", rule: "x" }, host, one.outlet)).toMatchObject({ no: { code: "unknown" } });
  expect(await answerTo({ do: "check", question: "q", rule: "r" }, host, one.outlet)).toEqual({
    is: { lets: ["a"], stops: [] },
  });
});
