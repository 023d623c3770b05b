import { expect, test } from "vitest";
import type { LineEvent } from "../../../../src/core/line/line-messages.ts";
import { HostWatchers } from "../../../../src/core/shell/line/host-watchers.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const session = (cwd: string): LineEvent => ({ kind: "session", session: { id: "s", cwd } });

test("what has changed is told to every watcher, and what has not is told once", async () => {
  let cwd = "/a";
  let looks = 0;
  const watchers = new HostWatchers(async () => {
    looks += 1;
    return new Map([["session s", session(cwd)]]);
  });
  await watchers.look();
  expect(looks).toBe(0);
  const [one, two]: [LineEvent[], LineEvent[]] = [[], []];
  const stops = [watchers.add((event) => one.push(event)), watchers.add((event) => two.push(event))];
  await watchers.look();
  await watchers.look();
  cwd = "/b";
  await waitUntil("the next look by itself", () => one.length === 2);
  for (const stop of stops) stop();
  await watchers.look();
  expect([one, two]).toEqual([
    [session("/a"), session("/b")],
    [session("/a"), session("/b")],
  ]);
});

test("a look that fails is no harm, and a watcher that comes later is told everything", async () => {
  let fails = true;
  const watchers = new HostWatchers(async () => {
    if (fails) throw new TypeError("no");
    return new Map([["session s", session("/")]]);
  });
  const told: LineEvent[] = [];
  watchers.add((event) => told.push(event))();
  const stop = watchers.add((event) => told.push(event));
  await watchers.look();
  fails = false;
  await watchers.look();
  watchers.tell(session("/now"));
  stop();
  expect(told).toEqual([session("/"), session("/now")]);
});
