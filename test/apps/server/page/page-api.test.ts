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
import { waitUntil } from "../../../support/wait-until.ts";

const IDLE = JSON.stringify({ questions: 0, running: 0, waiting: 0 });

test("a summary counts what runs, waits and asks", async () => {
  const page = await servePage();
  const shells = [shellView("a", { waitsForInput: "npm" }), shellView("b"), shellView("c", { status: "completed" })];
  await listenAs(madeUpHost({ overview: async () => ({ ...OVERVIEW, shells }) }), page.stateDir);
  const browser = await signIn(page);
  await waitUntil(
    "the host to be known",
    async () => (await (await get(page, "/api/summary", browser)).text()) !== IDLE,
  );
  expect(await (await get(page, "/api/summary", browser)).json()).toEqual({ questions: 0, running: 2, waiting: 1 });
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
