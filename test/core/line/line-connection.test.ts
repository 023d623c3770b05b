import { expect, onTestFinished, test } from "vitest";
import { LINE_QUEUE_BYTES } from "../../../src/core/base/limits.ts";
import type { LineHost } from "../../../src/core/line/line-host.ts";
import type { LineEvent, ShellView } from "../../../src/core/line/line-messages.ts";
import { LineServer } from "../../../src/core/line/line-server.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { madeUpHost } from "./made-up-host.ts";
import { framesOf, raw } from "./raw-reader.ts";

const SHELL: ShellView = {
  id: "shell_1",
  session: "default",
  command: "x".repeat(100_000),
  status: "running",
  createdAt: 1,
  cwd: "/",
  ports: [],
  stdoutBytes: 0,
  stderrBytes: 0,
};

async function opened(host: LineHost): Promise<string> {
  const directory = tempDir("nacre-line-");
  const server = await LineServer.open(directory, host);
  onTestFinished(() => server.close());
  return directory;
}

test("a reader that is slow misses events, is told how many, and gets those that follow", async () => {
  const host = madeUpHost();
  const one = await raw(await opened(host));
  one.socket.write('{"id":1,"ask":{"do":"follow","canAnswer":false}}\n');
  await waitUntil("the overview", () => framesOf(one).length === 2);
  one.socket.pause();
  for (let at = 0; at < 100; at += 1) host.tell({ kind: "shell", shell: SHELL });
  one.socket.resume();
  await waitUntil("the count", () => one.said().includes('"dropped"') && one.said().endsWith("\n"));
  host.tell({ kind: "session", session: { id: "after", cwd: "/" } });
  await waitUntil("the next event", () => one.said().includes('"after"'));
  const events = (framesOf(one).slice(2) as { event: LineEvent }[]).map(({ event }) => event);
  const shells = events.filter(({ kind }) => kind === "shell").length;
  const dropped = events.find((event) => event.kind === "dropped");
  expect(shells).toBeLessThanOrEqual(Math.ceil(LINE_QUEUE_BYTES / 100_000) + 8); // what the kernel's own buffer takes
  expect(shells + (dropped?.count ?? 0)).toBe(100);
});

test("what waits for a slow reader of output stays where it is", async () => {
  let sent = 0;
  const output: LineEvent = {
    kind: "output",
    shell: "s",
    stdout: "x".repeat(100_000),
    stderr: "",
    cursor: "0",
    dropped: 0,
  };
  const host = madeUpHost({
    followShell: async (_ask, outlet) => {
      for (; sent < 100; sent += 1) await outlet.send(output);
      return { is: { shell: SHELL } };
    },
  });
  const one = await raw(await opened(host));
  one.socket.pause();
  one.socket.write('{"id":1,"ask":{"do":"follow","canAnswer":false,"shell":"s"}}\n');
  await waitUntil("some events", () => sent > 5);
  expect(sent).toBeLessThan(100);
  one.socket.resume();
  await waitUntil("the last word", () => one.said().includes('"is"') && one.said().endsWith("\n"));
  expect(framesOf(one).filter((frame) => "event" in (frame as object))).toHaveLength(100);
});

test("a reader that leaves ends what it follows", async () => {
  let isGone = false;
  const host = madeUpHost({
    followShell: async (_ask, outlet) => {
      await outlet.closed;
      isGone = !outlet.isOpen;
      return { is: { shell: SHELL } };
    },
  });
  const one = await raw(await opened(host));
  one.socket.write('{"id":1,"ask":{"do":"follow","canAnswer":false,"shell":"s"}}\n');
  one.socket.end();
  await waitUntil("the end", () => isGone);
});

test("an answer that is longer than a frame is refused, and the connection goes on", async () => {
  const long = { ...SHELL, command: "x".repeat(5_000_000) };
  const host = madeUpHost();
  const overview = await host.overview();
  const one = await raw(await opened({ ...host, overview: async () => ({ ...overview, shells: [long] }) }));
  one.socket.write('{"id":1,"ask":{"do":"list"}}\n');
  await waitUntil("the refusal", () => framesOf(one).length === 2);
  expect(framesOf(one)[1]).toEqual({ id: 1, no: { code: "failed", sentence: expect.stringContaining("longer") } });
});
