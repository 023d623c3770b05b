import { expect, test } from "vitest";
import { madeUpHost, OVERVIEW } from "../../../core/line/made-up-host.ts";
import {
  get,
  listenAs,
  openStream,
  post,
  servePage,
  shellView,
  signIn,
  tellsHost,
} from "../../../support/page-ground.ts";
import { questionView } from "../../../support/question-view.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a summary names what runs, waits and asks, and what ended since a time", async () => {
  const page = await servePage();
  const shells = [
    shellView("a", { waitsForInput: "npm" }),
    shellView("b"),
    shellView("c", { status: "completed", completedAt: 10 }),
    shellView("d", { status: "failed", completedAt: 20 }),
  ];
  const questions = [questionView("q"), questionView("settled", { state: "answered" })];
  await listenAs(madeUpHost({ overview: async () => ({ ...OVERVIEW, shells, questions }) }), page.stateDir);
  const browser = await signIn(page);
  const summary = async (query = ""): Promise<unknown> => (await get(page, `/api/summary${query}`, browser)).json();
  expect(await summary("?since=15")).toEqual({
    now: expect.any(Number),
    questions: [{ id: "q" }],
    running: ["a", "b"],
    waiting: ["a"],
    ended: [{ id: "d", status: "failed" }],
  });
  expect(await summary()).toMatchObject({ running: ["a", "b"], ended: [] });
});

test("what a host refuses comes back with its sentence and a status of its own", async () => {
  const page = await servePage();
  const sentence = "the question has changed";
  await listenAs(
    madeUpHost({
      questions: {
        list: () => [],
        answer: async () => ({ no: { code: "changed", sentence } }),
        check: async () => ({ is: { lets: ["ls"], stops: [] } }),
        reloadRules: async () => ({ is: { rules: 0 } }),
        addWatcher: () => () => undefined,
        onChange: () => () => undefined,
      },
    }),
    page.stateDir,
  );
  const browser = await signIn(page);
  const { events } = await openStream(page, "/api/stream", browser);
  await waitUntil("the host to be known", () => tellsHost(events));
  const host = OVERVIEW.host.id;
  const stale = await post(
    page,
    "/api/answer",
    { host, question: "q", digest: "old", answer: "once" },
    browser.headers,
  );
  expect([stale.status, await stale.json()]).toEqual([
    409,
    { error: { code: "changed", message: "The question has changed." } },
  ]);
  const check = await post(page, "/api/check", { host, question: "q", rule: "Bash(ls)" }, browser.headers);
  expect(await check.json()).toEqual({ lets: ["ls"], stops: [] });
  expect((await post(page, "/api/check", { host }, browser.headers)).status).toBe(400);
  expect((await get(page, "/api/nothing", browser)).status).toBe(404);
});
