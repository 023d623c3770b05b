import { expect, onTestFinished, test } from "vitest";
import { type HostEvent, WatchedHosts } from "../../../../src/apps/server/page/watched-hosts.ts";
import { madeUpHost, OVERVIEW } from "../../../core/line/made-up-host.ts";
import { listenAs, shellView } from "../../../support/page-ground.ts";
import { questionView } from "../../../support/question-view.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const question = questionView("q");

test("what a host tells is passed on and remembered, and a host knows that a user can answer", async () => {
  const stateDir = tempDir();
  let watchers = 0;
  const host = madeUpHost({
    overview: async () => ({ ...OVERVIEW, sessions: [{ id: "s", cwd: "/a" }] }),
    questions: {
      list: () => [],
      answer: async () => ({ is: { won: true } }),
      check: async () => ({ is: { lets: [], stops: [] } }),
      reloadRules: async () => ({ is: { rules: 0 } }),
      addWatcher: () => {
        watchers += 1;
        return () => {
          watchers -= 1;
        };
      },
      onChange: () => () => undefined,
    },
  });
  await listenAs(host, stateDir);
  const hosts = new WatchedHosts(stateDir);
  onTestFinished(() => hosts.close());
  const events: HostEvent[] = [];
  hosts.watch((event) => events.push(event));
  await waitUntil("the overview", () => events.length > 0);
  expect(watchers).toBe(1);
  host.tell({ kind: "shell", shell: shellView("x") });
  host.tell({ kind: "shell", shell: shellView("x", { status: "killed" }) });
  host.tell({ kind: "session", session: { id: "s", cwd: "/b" } });
  host.tell({ kind: "question", question });
  await waitUntil("all events", () => events.length === 5);
  expect(hosts.overviews()).toMatchObject([
    { shells: [{ id: "x", status: "killed" }], sessions: [{ id: "s", cwd: "/b" }], questions: [{ id: "q" }] },
  ]);
  expect(hosts.placeOf("x")?.shell.status).toBe("killed");
  expect([hosts.placeOf("y"), hosts.lineOf("nobody")]).toEqual([undefined, undefined]);
  hosts.close();
  await waitUntil("the host to know that the user is gone", () => watchers === 0);
});
