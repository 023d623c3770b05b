import type { Client } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMcpServer, type McpServerOptions } from "../../src/adapters/mcp.ts";
import { listenOwn } from "../../src/adapters/mcp-notices.ts";
import { StdioWire } from "../../src/apps/server/stdio-wire.ts";
import { QUIET_SHELL_MS } from "../../src/core/base/limits.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { clientOn, ERAS, streamPair } from "../support/stream-pair.ts";
import { jumpingClock } from "../support/time-jumps.ts";
import { waitUntil } from "../support/wait-until.ts";

type Era = (typeof ERAS)[number];

async function open(kit: OpenToolkit, era: Era, options: McpServerOptions = {}): Promise<Client> {
  const pair = streamPair();
  const serving = serveStdio(() => createMcpServer(kit, options), {
    transport: new StdioWire(pair.stdin, pair.stdout),
  });
  const client = await clientOn(pair, era);
  onTestFinished(async () => {
    await client.close();
    await serving.close();
  });
  return client;
}

/** Subscribes as the era does it; gives what the client is told from then on. */
async function subscribe(client: Client, era: Era, uris: readonly string[]): Promise<readonly string[]> {
  const told: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
  if (era === "2025-11-25") await Promise.all(uris.map((uri) => client.subscribeResource({ uri })));
  else await client.listen({ resourceSubscriptions: [...uris] });
  return told;
}

async function textOf(client: Client, uri: string): Promise<string> {
  const [content] = (await client.readResource({ uri })).contents;
  return content !== undefined && "text" in content ? content.text : "";
}

describe.each(ERAS)("in the era of %s", (era) => {
  test("a subscriber is told once that a shell waits for input, and once that it has ended", async () => {
    const { jump } = jumpingClock();
    const kit = openToolkit();
    const client = await open(kit, era);
    const [id, other] = [await kit.start("cat"), await kit.start("cat")];
    const uri = `shell://${id}/status`;
    const told = await subscribe(client, era, [uri]);
    await waitUntil("the first notice", () => {
      jump(QUIET_SHELL_MS);
      return told.length > 0;
    });
    expect(await textOf(client, uri)).toMatch(/^Status: running, Duration: \d+ms\ncat waits for input$/);
    for (const one of [id, other]) await kit.shells.getShell(one)?.kill();
    await waitUntil("the second notice", () => told.length > 1);
    expect(await textOf(client, uri)).toMatch(/^Status: killed, Exit code: 143/);
    expect(told).toEqual([uri, uri]);
  });

  test("the log is told of with the status; what nobody asked for is not told", async () => {
    const kit = openToolkit();
    const client = await open(kit, era);
    const [id, other] = [await kit.start("sleep 300"), await kit.start("sleep 300")];
    const uris = ["status", "log"].map((what) => `shell://${id}/${what}`);
    const told = await subscribe(client, era, uris);
    await kit.shells.getShell(other)?.kill();
    await kit.shells.getShell(id)?.kill();
    await waitUntil("both to be told", () => told.length >= 2);
    await client.listTools(); // whatever else was sent has arrived before its answer
    expect(told).toEqual(uris);
  });
});

test("a client of the older protocol subscribes to its own shells alone, and may leave again", async () => {
  const kit = openToolkit();
  const client = await open(kit, "2025-11-25", { scope: "mine" });
  const foreign = await kit.start("sleep 300");
  await expect(client.subscribeResource({ uri: `shell://${foreign}/status` })).rejects.toThrow("No such resource");
  const started = await client.callTool({
    name: "Bash",
    arguments: { command: "sleep 300", run_in_background: true },
  });
  const [id = ""] = /shell_[0-9a-f]+/.exec(JSON.stringify(started)) ?? [];
  const told = await subscribe(client, "2025-11-25", [`shell://${id}/status`, `shell://${id}/log`]);
  await client.unsubscribeResource({ uri: `shell://${id}/log` });
  await kit.shells.getShell(id)?.kill();
  await waitUntil("the notice", () => told.length > 0);
  await client.subscribeResource({ uri: `shell://${id}/log` }); // has ended: there will be nothing new
  expect(told).toEqual([`shell://${id}/status`]);
});

test("a request to listen keeps what the client may see; any other message stays as it is", async () => {
  const kit = openToolkit();
  await kit.call("Bash", { command: "sleep 300", run_in_background: true }, { scope: "mine" });
  await kit.start("sleep 300");
  const [mine, foreign] = kit.shells.listShells().map(({ id }) => `shell://${id}/log`);
  const ask = (resourceSubscriptions: unknown): object => ({
    method: "subscriptions/listen",
    params: { notifications: { resourceSubscriptions } },
  });
  const caller = { kit, scope: "mine" };
  expect(listenOwn(ask([mine, foreign, 7, "shell://shell_1/log"]), caller)).toEqual(ask([mine]));
  for (const other of [ask("none"), { method: "subscriptions/listen" }, { method: "tools/list", params: {} }, null])
    expect(listenOwn(other, caller)).toBe(other);
});
