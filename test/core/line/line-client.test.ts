import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Connected, LineClient } from "../../../src/core/line/line-client.ts";
import type { LineEvent } from "../../../src/core/line/line-messages.ts";
import { LineServer } from "../../../src/core/line/line-server.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { madeUpHost, OVERVIEW, VIEW } from "./made-up-host.ts";

async function connected(directory: string): Promise<Connected> {
  const found = await LineClient.connect(directory, 20_000);
  if ("no" in found) throw new Error(found.no.sentence);
  onTestFinished(() => found.line.close());
  return found;
}

/** A directory in which something listens that is no nacre. */
async function stranger(greet: (socket: Socket) => void): Promise<string> {
  const directory = tempDir("nacre-line-");
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(join(directory, "line"), resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return directory;
}

test("a client hears the greeting, answers and events", async () => {
  const directory = tempDir("nacre-line-");
  const host = madeUpHost();
  const server = await LineServer.open(directory, host);
  onTestFinished(() => server.close());
  const { line, host: view } = await connected(directory);
  expect(view).toEqual(VIEW);
  expect(await line.ask({ do: "list" })).toEqual({ is: OVERVIEW });
  expect(await line.ask({ do: "kill", shell: "x" })).toEqual({
    no: { code: "unknown", sentence: "Shell not found: x" },
  });
  const events: LineEvent[] = [];
  const end = line.ask({ do: "follow", canAnswer: false }, { limitMs: "any", onEvent: (event) => events.push(event) });
  await waitUntil("the overview", () => events.length === 1);
  host.tell({ kind: "session", session: { id: "s", cwd: "/" } });
  await waitUntil("the event", () => events.length === 2);
  await server.close();
  expect(await end).toEqual({ no: { code: "gone", sentence: "the host ended the connection" } });
  expect(await line.closed).toMatchObject({ no: { code: "gone" } });
  expect(await line.ask({ do: "list" })).toMatchObject({ no: { code: "gone" } });
});

test("a path that is too long for a socket is no hindrance", async () => {
  let directory = tempDir("nacre-line-");
  const root = directory;
  while (directory.length < 200) directory = join(directory, "a-long-name-of-a-directory");
  const parents: string[] = [];
  for (let at = directory; at !== root; at = dirname(at)) parents.unshift(at);
  for (const parent of parents) mkdirSync(parent);
  const server = await LineServer.open(directory, madeUpHost());
  onTestFinished(() => server.close());
  expect(existsSync(join(directory, "line"))).toBe(true);
  expect((await connected(directory)).host).toEqual(VIEW);
  await server.close();
  expect(existsSync(join(directory, "line"))).toBe(false);
});

test("no socket, a file in its place and a socket that nobody listens on are told apart from a host", async () => {
  const directory = tempDir("nacre-line-");
  expect(await LineClient.connect(directory)).toEqual({
    no: { code: "gone", sentence: "the host has no line: its socket is not there" },
  });
  writeFileSync(join(directory, "line"), "");
  expect(await LineClient.connect(directory)).toMatchObject({ no: { sentence: expect.stringContaining("no socket") } });
  rmSync(join(directory, "line"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(directory, "kept"), resolve));
  linkSync(join(directory, "kept"), join(directory, "line"));
  await new Promise((resolve) => server.close(resolve));
  expect(await LineClient.connect(directory)).toMatchObject({
    no: { code: "gone", sentence: expect.stringContaining("ECONNREFUSED") },
  });
});

test.each([
  ['{"nacre":2,"host":{"id":"x","pid":1}}\n', "version", "version 2"],
  ['{"nacre":1,"no":{"code":"busy","sentence":"full"}}\n', "busy", "full"],
  ['{"nacre":1}\n', "invalid", "which it is"],
  ["{}\n", "version", "version undefined"],
  ["SSH-2.0-x\r\n", "invalid", "no message of a line"],
  ["[1]\n", "invalid", "no message of a line"],
])("a greeting of %j is refused with a sentence", async (greeting, code, sentence) => {
  const directory = await stranger((socket) => socket.write(greeting));
  expect(await LineClient.connect(directory, 20_000)).toEqual({
    no: { code, sentence: expect.stringContaining(sentence) },
  });
});

test("a host that says nothing, or half a greeting, is late", async () => {
  const silent = await stranger(() => undefined);
  expect(await LineClient.connect(silent, 50)).toEqual({
    no: { code: "late", sentence: "the host said nothing for 50 ms" },
  });
  const half = await stranger((socket) => socket.write('{"nacre":1,'));
  expect(await LineClient.connect(half, 50)).toMatchObject({ no: { code: "late" } });
});

test("a host that does not answer is late, and its late answer harms no other", async () => {
  const directory = await stranger((socket) => {
    socket.write(`${JSON.stringify({ nacre: 1, host: VIEW })}\n`);
    socket.on("data", (chunk) => {
      const asks = String(chunk).split("\n").filter(Boolean);
      const { id } = JSON.parse(asks.at(-1) ?? "{}") as { id: number };
      if (id === 2) socket.write('{"id":1,"is":{"won":true}}\n{"id":2,"is":{"questions":[]}}\n');
    });
  });
  const { line } = await connected(directory);
  expect(await line.ask({ do: "list" }, { limitMs: 50 })).toMatchObject({ no: { code: "late" } });
  expect(await line.ask({ do: "questions" }, { limitMs: 20_000 })).toEqual({ is: { questions: [] } });
});
