import { expect, onTestFinished, test } from "vitest";
import type { ServerSettings } from "../../../src/apps/server/open-kit.ts";
import { runStdioServer } from "../../../src/apps/server/stdio.ts";
import { connectToAll } from "../../../src/core/shell/host/all-hosts.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { clientOn, ERAS, type StreamPair, streamPair } from "../../support/stream-pair.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

type Running = StreamPair & {
  readonly code: Promise<number>;
  readonly said: string[];
  readonly ending: AbortController;
  readonly left: () => readonly number[];
  readonly stateDir: string;
};

function start(settings: ServerSettings = {}): Running {
  const dir = tempDir();
  const pair = streamPair();
  const ending = new AbortController();
  const said: string[] = [];
  const kit = {
    workingDir: dir,
    stateDir: dir,
    sandbox: "none",
    loginShell: false,
    environment: { set: { NACRE_TEST: dir } },
    ...settings.kit,
  } as const;
  const io = {
    stdin: pair.stdin,
    stdout: pair.stdout,
    stderr: (text: string) => void said.push(text),
    signal: ending.signal,
  };
  const code = runStdioServer({ ...settings, kit }, io);
  code.catch(() => undefined);
  const left = (): readonly number[] => pidsInEnvironment(`NACRE_TEST=${dir}`);
  onTestFinished(async () => {
    ending.abort();
    await code.catch(() => undefined);
    await waitUntil("everything to be gone", () => left().length === 0);
  });
  return { ...pair, code, said, ending, left, stateDir: dir };
}

const sleep = { name: "Bash", arguments: { command: "sleep 60", run_in_background: true } };

test.each(ERAS)("serves until the client is gone; then nothing it started is alive: %s", async (era) => {
  const server = start({ version: "1.2.3", handoverMs: 40_000 });
  const client = await clientOn(server, era);
  expect(client.getServerVersion()).toMatchObject({ name: "nacre", version: "1.2.3" });
  await client.callTool(sleep);
  expect(server.left()).not.toEqual([]);
  server.stdin.end();
  expect(await server.code).toBe(0);
  expect(server.left()).toEqual([]);
  expect(server.said.join("")).toContain("sandbox none: commands run with all the rights of this user");
});

test.each(ERAS)("those who watch are told the name of the client: %s", async (era) => {
  const server = start();
  const client = await clientOn(server, era, { name: "walker" });
  await client.listTools();
  const clients = async (): Promise<readonly unknown[]> =>
    (await connectToAll(server.stateDir)).map((one) => {
      if ("no" in one) return one.no;
      one.line.close();
      return one.host.client;
    });
  await waitUntil("the host to have its line", async () => (await clients()).includes("walker"));
  expect(await clients()).toEqual(["walker"]);
});

test("serves until it is told to end", async () => {
  const server = start();
  const client = await clientOn(server, "2025-11-25");
  await client.callTool(sleep);
  server.ending.abort();
  expect(await server.code).toBe(0);
  expect(server.left()).toEqual([]);
});

test("told to end before it began, it ends", async () => {
  const server = start();
  server.ending.abort();
  expect(await server.code).toBe(0);
});

test("what is no protocol is said on stderr, in a sentence", async () => {
  const server = start();
  await clientOn(server, "2025-11-25");
  server.stdin.write("nonsense\n");
  await waitUntil("the sentence", () =>
    server.said.join("").includes("nacre mcp: A line was dropped that is not JSON\n"),
  );
});

test.each(ERAS)(
  "without its sandbox it answers, lists its tools, and refuses each call with the reason: %s",
  async (era) => {
    const server = start({ kit: { sandbox: { profile: "workspace", write: ["relative"] }, stateDir: tempDir() } });
    const client = await clientOn(server, era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("Bash");
    const call = { name: "Bash", arguments: { command: "echo ran" } };
    for (const result of [await client.callTool(call), await client.callTool(call)]) {
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result.content)).toContain("relative");
    }
    await waitUntil("the sentence", () => server.said.join("").includes("every call is refused"));
    server.stdin.end();
    expect(await server.code).toBe(0);
  },
);

test("a mistake in the settings refuses the start, before anything is served", async () => {
  const server = start({ kit: { sandbox: { profile: "workspace", network: { allow: ["not a host"] } } } });
  server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await expect(server.code).rejects.toThrow("not a host");
  expect(server.written.read()).toBeNull();
});
