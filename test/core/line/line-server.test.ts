import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LINE_ASKS, LINE_CONNECTIONS, LINE_FRAME_BYTES } from "../../../src/core/base/limits.ts";
import type { LineHost } from "../../../src/core/line/line-host.ts";
import { LineServer } from "../../../src/core/line/line-server.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { madeUpHost, OVERVIEW, VIEW } from "./made-up-host.ts";
import { framesOf, type Raw, raw } from "./raw-reader.ts";

async function opened(host: LineHost = madeUpHost(), directory = tempDir("nacre-line-")) {
  const server = await LineServer.open(directory, host);
  onTestFinished(() => server.close());
  return { server, directory };
}

test("a host greets, and answers under the id of the request", async () => {
  const { directory } = await opened();
  const one = await raw(directory);
  one.socket.write('{"id":5,"ask":{"do":"list"}}\n{"id":6,"ask":{"do":"questions"}}\n');
  await waitUntil("both answers", () => framesOf(one).length === 3);
  expect(framesOf(one)[0]).toEqual({ nacre: 1, host: VIEW });
  expect(framesOf(one)).toContainEqual({ id: 5, is: OVERVIEW });
  expect(framesOf(one)).toContainEqual({ id: 6, is: { questions: [] } });
});

test("the socket is the user's alone, and is gone with the line", async () => {
  const { server, directory } = await opened();
  expect(statSync(join(directory, "line")).mode & 0o777).toBe(0o600);
  await server.close();
  await server.close();
  expect(readdirSync(directory)).toEqual([]);
});

test("a socket that an earlier line left is replaced", async () => {
  const { directory } = await opened();
  await opened(madeUpHost(), directory);
  expect(framesOf(await raw(directory))).toHaveLength(1);
});

test.each([
  [{ do: "dance" }, "unknown", "this host knows list, read"],
  [{ do: "toString" }, "unknown", "this host knows"],
  [{}, "unknown", "this host knows"],
  ["list", "invalid", "an ask is an object"],
  [null, "invalid", "an ask is an object"],
  [{ do: "read" }, "invalid", "read: shell must be a text"],
  [{ do: "read", shell: "x", maxChars: -1 }, "invalid", "maxChars must be a whole number"],
  [{ do: "kill", shell: "x", signal: "SIGUSR1" }, "invalid", "signal must be one of TERM, INT, KILL"],
  [{ do: "follow" }, "invalid", "canAnswer must be true or false"],
  [{ do: "kill", shell: "x" }, "unknown", "Shell not found: x"],
  [{ do: "answer", question: "q", digest: "d", answer: "once", via: "page" }, "unknown", "puts no questions"],
])("%j is refused with a sentence, and the connection goes on", async (ask, code, sentence) => {
  const { directory } = await opened();
  const one = await raw(directory);
  one.socket.write(`${JSON.stringify({ id: 1, ask })}\n{"id":2,"ask":{"do":"questions"}}\n`);
  await waitUntil("both answers", () => framesOf(one).length === 3);
  const answers = framesOf(one).slice(1) as { id: number }[];
  expect(answers.find(({ id }) => id === 1)).toEqual({
    id: 1,
    no: { code, sentence: expect.stringContaining(sentence) },
  });
  expect(answers.find(({ id }) => id === 2)).toEqual({ id: 2, is: { questions: [] } });
});

test.each(["GET / HTTP/1.1\r\n\r\n", "{]\n", "[]\n", '"x"\n', '{"id":0,"ask":{}}\n', '{"id":1e99}\n', "\0\0\0\n"])(
  "%j ends its connection with a sentence, and no other",
  async (garbage) => {
    const { directory } = await opened();
    const [other, one] = [await raw(directory), await raw(directory)];
    one.socket.write(garbage);
    await waitUntil("the end of the connection", one.hasEnded);
    expect(framesOf(one)[1]).toEqual({
      id: 0,
      no: { code: "invalid", sentence: expect.stringMatching(/^a (?:frame|request) is .*; the connection ends$/) },
    });
    other.socket.write('{"id":1,"ask":{"do":"list"}}\n');
    await waitUntil("the answer to the other", () => framesOf(other).length === 2);
  },
);

test("a frame without an end is refused once it is too long", async () => {
  const { directory } = await opened();
  const one = await raw(directory);
  for (let sent = 0; sent <= LINE_FRAME_BYTES; sent += 1_000_000) one.socket.write("x".repeat(1_000_000));
  await waitUntil("the end of the connection", one.hasEnded);
});

test("half a frame, and a reader that leaves in the middle of one, disturb nothing", async () => {
  const { directory } = await opened();
  const one = await raw(directory);
  one.socket.write('{"id":1,"as');
  one.socket.destroy();
  expect(framesOf(await raw(directory))).toHaveLength(1);
});

test("connections above the most are refused with a sentence, until one is closed", async () => {
  const { directory } = await opened();
  const all: Raw[] = [];
  for (let at = 0; at < LINE_CONNECTIONS; at += 1) all.push(await raw(directory));
  const refused = await raw(directory);
  await waitUntil("the end of the refused one", refused.hasEnded);
  expect(framesOf(refused)).toEqual([{ nacre: 1, no: { code: "busy", sentence: expect.stringContaining("64") } }]);
  all[0]?.socket.destroy();
  await waitUntil("a place to be free", async () => {
    const next = await raw(directory);
    const isIn = framesOf(next).some((frame) => "host" in (frame as object));
    next.socket.destroy();
    return isIn;
  });
});

test("a connection has so many open asks at the most", async () => {
  const never = new Promise<never>(() => undefined);
  const { directory } = await opened(madeUpHost({ overview: () => never }));
  const one = await raw(directory);
  for (let id = 1; id <= LINE_ASKS + 1; id += 1) one.socket.write(`{"id":${id},"ask":{"do":"list"}}\n`);
  await waitUntil("the refusal", () => framesOf(one).length === 2);
  expect(framesOf(one)[1]).toEqual({ id: LINE_ASKS + 1, no: { code: "busy", sentence: expect.any(String) } });
});

test("a host that fails at an ask says why", async () => {
  const { directory } = await opened(madeUpHost({ overview: () => Promise.reject(new TypeError("no more")) }));
  const one = await raw(directory);
  one.socket.write('{"id":1,"ask":{"do":"list"}}\n');
  await waitUntil("the answer", () => framesOf(one).length === 2);
  expect(framesOf(one)[1]).toEqual({ id: 1, no: { code: "failed", sentence: "no more" } });
});

test("where no socket can be made, opening a line says so", async () => {
  await expect(LineServer.open(join(tempDir("nacre-line-"), "missing"), madeUpHost())).rejects.toThrow(/ENOENT|EACCES/);
});
