import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { experimental_createMCPClient as createMcpClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { end, openPlace, type Place, startHttp, stdioTarget } from "./servers.ts";

const run = promisify(execFile);
const MCP_CLI = resolve("node_modules/@wong2/mcp-cli/src/cli.js");
const TOOLS = ["Bash", "BashOutput", "BashInput", "KillShell", "ListShells"];

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.leave());

type AiClient = Awaited<ReturnType<typeof createMcpClient>>;

async function callWith(client: AiClient, command: string): Promise<unknown> {
  const tools = await client.tools();
  expect(Object.keys(tools)).toEqual(TOOLS);
  return tools["Bash"]?.execute({ command }, { toolCallId: "1", messages: [] });
}

test("the AI SDK's own MCP client lists and calls our tools over stdio", async () => {
  const target = stdioTarget(place, { structured: false });
  if (target.kind !== "stdio") throw new Error("stdio was asked for");
  const client = await createMcpClient({
    transport: new StdioTransport({ command: target.command, args: [...target.args], stderr: "ignore" }),
  });
  try {
    expect(await callWith(client, "echo from elsewhere; exit 3")).toMatchObject({
      content: [{ text: "Command failed with exit code 3\nfrom elsewhere\n[exit code 3]" }],
    });
  } finally {
    await client.close();
  }
});

test("the AI SDK's own MCP client lists and calls our tools over HTTP", async () => {
  const server = await startHttp(place, { structured: false });
  try {
    const client = await createMcpClient({
      transport: { type: "http", url: server.url, headers: { Authorization: `Bearer ${server.token}` } },
    });
    expect(await callWith(client, "echo from elsewhere")).toMatchObject({
      content: [{ text: "from elsewhere\n" }],
    });
    await client.close();
  } finally {
    await end(server.process);
  }
});

test("another's command line client calls our tools", async () => {
  const target = stdioTarget(place);
  const config = join(place.root, "clients.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { nacre: target } }));
  const call = async (tool: string, input: object): Promise<string> => {
    const args = [MCP_CLI, "--config", config, "call-tool", `nacre:${tool}`, "--args", JSON.stringify(input)];
    const { stdout } = await run(process.execPath, args, { env: { ...process.env, HOME: place.root, NO_COLOR: "1" } });
    return stdout;
  };
  expect(await call("Bash", { command: "echo from $((40 + 2))" })).toContain("from 42");
  expect(await call("ListShells", {})).toContain("No background shells.");
});
