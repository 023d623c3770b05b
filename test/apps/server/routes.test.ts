import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { Door } from "../../../src/apps/server/door/door.ts";
import type { McpEndpoint } from "../../../src/apps/server/mcp-endpoint.ts";
import { createRoutes } from "../../../src/apps/server/routes.ts";

/** Says which client it was asked by. `isFull`: takes no session more. */
const endpoint = (isFull = false): McpEndpoint => ({
  profiles: ["small", "big"],
  fetch: async (_request, _body, { client, profile } = {}) => new Response(`for ${String(client)} ${profile ?? ""}`),
  soon: async () => undefined,
  keepPlace: () => (isFull ? { status: 503, message: "full", retryAfterSeconds: 5 } : { release: () => undefined }),
  close: async () => undefined,
});
const TOKENS = {
  ownerOf: (given: string) => (given === "the-token" ? { client: undefined } : undefined),
};

type Asked = {
  readonly url: string;
  readonly method?: string;
  readonly headers?: object;
  readonly body?: string;
  readonly isFull?: boolean;
};

/** Asks without a connection. */
async function ask({ url, method = "GET", headers = {}, body = "", isFull = false }: Asked): Promise<ServerResponse> {
  const door = new Door(TOKENS, { names: ["localhost"], anyAddress: false });
  const routes = createRoutes({
    door,
    endpoint: endpoint(isFull),
    bodyBytes: 10,
    page: async ({ url: path }, response) => {
      if (path === "/") response.writeHead(200).end("the page");
      return path === "/";
    },
    lull: async () => undefined,
    say: () => undefined,
  });
  const request = new IncomingMessage(new Socket());
  const all = { host: "localhost", ...headers };
  Object.assign(request, { url, method });
  Object.assign(request.headers, all);
  request.rawHeaders.push(...Object.entries(all).flat());
  request.push(body);
  request.push(null);
  const response = new ServerResponse(request);
  response.setHeader("x-test", "asked"); // node tells header fields only of a response that was given one before its head
  await routes(request, response);
  return response;
}

const TOKEN = { authorization: "Bearer the-token" };
const JSON_TYPE = { ...TOKEN, "content-type": "application/json" };

test.each<[Asked, number]>([
  [{ url: "/" }, 200],
  [{ url: "/mcp" }, 401],
  [{ url: "/mcp", headers: TOKEN, method: "POST", body: "{}" }, 415],
  [{ url: "/mcp", headers: JSON_TYPE, method: "POST", body: "{" }, 400],
  [{ url: "/mcp", headers: JSON_TYPE, method: "POST", body: '"0123456789"' }, 413],
  [{ url: "/mcp", headers: TOKEN }, 200],
  [{ url: "/mcp/", headers: TOKEN }, 404],
  [{ url: "/mcp/my-project" }, 401],
  [{ url: "/mcp/my-project?a=b", headers: TOKEN }, 200],
  [{ url: "/mcp?profile=big", headers: TOKEN }, 200],
  [{ url: "/mcp?profile=big" }, 401],
  [{ url: "/mcp/my-project?a=b?&profile=small", headers: TOKEN }, 200],
  [{ url: "/mcp?profile=huge", headers: TOKEN }, 404],
  [{ url: "/mcp/my-project?profile=--uid%3D0", headers: TOKEN }, 404],
  [{ url: "/mcp?profile=", headers: TOKEN }, 404],
  [{ url: "/mcp/my%20project", headers: TOKEN }, 404],
  [{ url: "/mcp/My", headers: TOKEN }, 404],
  [{ url: "/mcp/../mcp", headers: TOKEN }, 404],
  [{ url: "/mcp/a/b", headers: TOKEN }, 404],
  [{ url: "/mcpx", headers: TOKEN }, 404],
  [{ url: "/mcp", headers: JSON_TYPE, method: "POST", isFull: true }, 503],
  [{ url: "/mcp", headers: { ...JSON_TYPE, "mcp-session-id": "mine" }, method: "POST", body: "{}", isFull: true }, 200],
  [
    {
      url: "/mcp",
      headers: { ...JSON_TYPE, "mcp-protocol-version": "2026-07-28" },
      method: "POST",
      body: "{}",
      isFull: true,
    },
    200,
  ],
  [{ url: "/elsewhere" }, 401],
  [{ url: "/elsewhere?/mcp", headers: TOKEN }, 404],
])("%j is answered with %i", async (asked, status) => {
  expect((await ask(asked)).statusCode).toBe(status);
});

test("every answer of ours forbids to keep, guess and frame it", async () => {
  for (const asked of [{ url: "/elsewhere" }, { url: "/elsewhere", headers: TOKEN }, { url: "/mcp" }]) {
    const response = await ask(asked);
    expect(response.getHeader("cache-control")).toBe("no-store");
    expect(response.getHeader("x-content-type-options")).toBe("nosniff");
    expect(response.getHeader("content-security-policy")).toContain("frame-ancestors 'none'");
  }
});

test("where no session can begin, the client is told when to come back, before its body is read", async () => {
  const response = await ask({ url: "/mcp", headers: JSON_TYPE, method: "POST", body: "no JSON", isFull: true });
  expect([response.statusCode, response.getHeader("retry-after")]).toEqual([503, "5"]);
});
