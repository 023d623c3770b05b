import { expect, test } from "vitest";
import { madeUpHost, OVERVIEW } from "../../../core/line/made-up-host.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { get, listenAs, openStream, servePage, shellView, signIn, tellsHost } from "../../../support/page-ground.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("the whole log of a live shell is a file, read page by page", async () => {
  const page = await servePage();
  const pages = ["one\n", "two\u001b[31m\n", ""];
  await listenAs(
    madeUpHost({
      overview: async () => ({ ...OVERVIEW, shells: [shellView("shell_1")] }),
      read: async ({ since }) => {
        const at = since === "0" ? 0 : Number(/^o(\d+)/.exec(since ?? "")?.[1]);
        const next = pages[at] === "" ? at : at + 1;
        return {
          is: {
            stdout: pages[at] ?? "",
            stderr: "",
            nextCursor: `o${next}e0`,
            dropped: 0,
            truncated: false,
            status: "running",
            isRunning: true,
          },
        };
      },
    }),
    page.stateDir,
  );
  const browser = await signIn(page);
  const { events } = await openStream(page, "/api/stream", browser);
  await waitUntil("the host to be known", () => tellsHost(events));
  const log = await get(page, "/api/log?shell=shell_1", browser);
  expect(log.headers.get("content-disposition")).toBe('attachment; filename="shell_1.log"');
  expect(log.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await log.text()).toBe("one\ntwo\u001b[31m\n");
});

test("the log of a dead host's shell is sent from its files; one that is gone is said to be", async () => {
  const page = await servePage();
  deadHost(page.stateDir, ["shell_dead"]);
  const browser = await signIn(page);
  expect(await (await get(page, "/api/log?shell=shell_dead", browser)).text()).toBe("shell_dead printed before\n");
  expect((await get(page, '/api/log?shell=shell_"gone', browser)).status).toBe(404);
});
