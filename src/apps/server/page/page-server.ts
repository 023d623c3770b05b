import { Arrivals } from "../arrivals.ts";
import { Strangers } from "../door/strangers.ts";
import { answeredHosts, createHttp, HTTP_LIMITS, listen, mostStrangers } from "../listen-http.ts";
import { turnAway } from "../routes.ts";
import { createPage } from "./page-room.ts";

export type PageServerSettings = {
  readonly stateDir: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly version: string;
};

export type RunningPage = {
  readonly url: string;
  /** Signs one browser in, once. */
  readonly link: string;
  close(): Promise<void>;
};

const HOST = "127.0.0.1";

/** `nacre watch` where nothing serves yet: the page alone, for whatever runs on this machine. It runs no command. */
export async function startPageServer({ stateDir, port, version }: PageServerSettings): Promise<RunningPage> {
  const strangers = new Strangers(mostStrangers(HTTP_LIMITS));
  const page = createPage({
    stateDir,
    version,
    hosts: answeredHosts(HOST),
    onKnown: (socket) => strangers.know(socket),
  });
  const server = createHttp(HTTP_LIMITS, { arrivals: new Arrivals(), strangers }, async (request, response) => {
    if (!(await page.handle(request, response))) turnAway(response, NOWHERE);
  });
  try {
    const url = `http://${HOST}:${await listen(server, HOST, port)}/`;
    const close = (): Promise<void> => {
      page.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    };
    return { url, link: page.open(url), close };
  } catch (error) {
    page.close();
    server.close();
    throw error;
  }
}

const NOWHERE = { status: 404, message: "There is a page at /, and nothing else: nacre watch serves no MCP." };
