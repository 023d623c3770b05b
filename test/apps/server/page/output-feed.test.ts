import { expect, test } from "vitest";
import { startOf } from "../../../../src/apps/server/page/output-feed.ts";
import { PAGE_PAST_BYTES } from "../../../../src/core/base/limits.ts";
import { madeUpHost, OVERVIEW } from "../../../core/line/made-up-host.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { listenAs, openStream, servePage, shellView, signIn, tellsHost } from "../../../support/page-ground.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("reading begins at the page's cursor, or where the browser can hold the rest", () => {
  const long = shellView("s", { stdoutBytes: PAGE_PAST_BYTES + 10, stderrBytes: 5 });
  expect(startOf(long, "o7e3")).toEqual({ cursor: "o7e3", skipped: 0 });
  for (const since of [undefined, "nonsense"]) expect(startOf(long, since)).toEqual({ cursor: "o10e0", skipped: 10 });
});

test("a page that takes slowly gets everything, in order, from where it stopped", async () => {
  const page = await servePage();
  const total = 400;
  const part = "x".repeat(32 * 1024);
  const begun: string[] = [];
  const shell = shellView("shell_1");
  await listenAs(
    madeUpHost({
      overview: async () => ({ ...OVERVIEW, shells: [shell] }),
      followShell: async ({ since = "o0e0" }, outlet) => {
        begun.push(since);
        for (let at = Number(/^o(\d+)/.exec(since)?.[1]); at < total && outlet.isOpen; at += 1) {
          await outlet.send({
            kind: "output",
            shell: "shell_1",
            stdout: `${at} ${part}\n`,
            stderr: "",
            cursor: `o${at + 1}e0`,
            dropped: 0,
          });
        }
        return { is: { shell } };
      },
    }),
    page.stateDir,
  );
  const browser = await signIn(page);
  const first = await openStream(page, "/api/stream", browser);
  await waitUntil("the host to be known", () => tellsHost(first.events));
  const { events } = await openStream(page, "/api/stream?shell=shell_1", browser);
  const numbers = (): number[] =>
    events.flatMap((event) => (event.kind === "output" ? [Number.parseInt(event.stdout, 10)] : []));
  await waitUntil("everything to come", () => numbers().length === total);
  expect(numbers()).toEqual(Array.from({ length: total }, (_, at) => at));
  expect(begun[0]).toBe("o0e0");
});

test("what a dead host's shell printed is sent from its files; a shell that is unknown is said to be", async () => {
  const page = await servePage();
  deadHost(page.stateDir, ["shell_dead"]);
  const browser = await signIn(page);
  const dead = await openStream(page, "/api/stream?shell=shell_dead", browser);
  await waitUntil("its output", () => dead.events.some(({ kind }) => kind === "output"));
  expect(dead.events[0]).toMatchObject({ kind: "hosts", kept: [{ id: "shell_dead" }] });
  expect(dead.events[1]).toMatchObject({ kind: "output", stdout: "shell_dead printed before\n", skipped: 0 });
  const unknown = await openStream(page, "/api/stream?shell=shell_none", browser);
  await waitUntil("the sentence", () => unknown.events.some(({ kind }) => kind === "no-output"));
});
