import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type Sent, standIn } from "./stand-ins.ts";

export type Proxy = { readonly url: string; close(): Promise<void> };

/** A way to a nacre that serves over HTTP for a suite that knows neither its token nor its tools. */
export async function startTokenProxy(target: string, token: string): Promise<Proxy> {
  const { host, hostname, port, pathname } = new URL(target);
  const send = ({ body, headers }: Sent, method = "POST"): Promise<IncomingMessage> =>
    new Promise((done, failed) => {
      const authorization = `Bearer ${token}`;
      const passed = request({ hostname, port, path: pathname, method, headers: { ...headers, authorization } });
      passed.on("response", done).on("error", failed).end(body);
    });
  const server: Server = createServer((asked, answered) => {
    pass(asked, answered).catch(() => answered.destroy());
  });
  const pass = async (asked: IncomingMessage, answered: ServerResponse): Promise<void> => {
    const sent = { body: await textOf(asked), headers: withHost(asked.headers, ownHost(server), host) };
    const response = await send(await standIn(sent, async (first) => textOf(await send(first))), asked.method);
    answered.on("close", () => response.destroy());
    answered.writeHead(response.statusCode ?? 502, response.headers);
    answered.flushHeaders();
    response.pipe(answered);
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://${ownHost(server)}/mcp`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const ownHost = (server: Server): string => `localhost:${(server.address() as AddressInfo).port}`;

/** Names the target where the suite named the proxy; a forged name stays as it is. */
function withHost(headers: IncomingHttpHeaders, own: string, host: string): IncomingHttpHeaders {
  const named = {
    ...headers,
    ...(headers.host === own ? { host } : {}),
    ...(headers.origin === `http://${own}` ? { origin: `http://${host}` } : {}),
  };
  delete named["content-length"]; // of the body before it was changed
  return named;
}
