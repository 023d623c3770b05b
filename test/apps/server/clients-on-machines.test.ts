import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "../../../src/apps/server/http.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { pipedMachine } from "../../support/machine-kit.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a server with more workers than it usually has sessions lets so many clients in", async () => {
  const { mark, ...machine } = pipedMachine();
  const kit = { machine: "there", machines: { there: machine }, stateDir: tempDir(), workingDir: tempDir() } as const;
  const server = await startHttpServer({ kit: { ...kit, sandbox: "none", maxWorkers: 66 } });
  onTestFinished(() => server.close());
  const headers = {
    authorization: `Bearer ${readFileSync(server.tokenFile, "utf8").trim()}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "many", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const statuses: number[] = [];
  for (let n = 0; n < 67; n++) {
    const answer = await fetch(server.mcp, { method: "POST", headers, body });
    await answer.text();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 66 }, () => 200), 503]);
  expect(pidsInEnvironment(mark)).toEqual([]); // no call, no worker
});

test("every client of a server has a worker of its own, and no more than are allowed", async () => {
  const { mark, ...machine } = pipedMachine();
  const stateDir = tempDir();
  const kit = {
    machine: "there",
    machines: { there: machine },
    stateDir,
    workingDir: tempDir(),
    sandbox: "none",
  } as const;
  const server = await startHttpServer({ kit: { ...kit, maxWorkers: 2, loginShell: false } });
  onTestFinished(() => server.close());
  const token = readFileSync(server.tokenFile, "utf8").trim();
  const connect = async (): Promise<(command: string) => Promise<string>> => {
    const client = new Client({ name: "many", version: "1.0.0" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.mcp), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    onTestFinished(() => client.close());
    return async (command) => {
      const { content } = await client.callTool({ name: "Bash", arguments: { command } });
      return content.map((part) => (part.type === "text" ? part.text : "")).join("");
    };
  };
  const [one, two, three] = [await connect(), await connect(), await connect()];
  await one("X=1");
  await two("X=2");
  expect([await one("echo $X"), await two("echo $X")]).toEqual(["1\n", "2\n"]);
  expect(await three("true")).toContain("--max-workers");
  await server.close();
  await waitUntil("both to be gone", () => pidsInEnvironment(mark).length === 0);
});
