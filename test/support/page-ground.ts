import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { KEY_HEADER, type PageEvent } from "../../src/apps/page/page-messages.ts";
import { EventParser } from "../../src/apps/page/wire/event-stream.ts";
import { type RunningPage, startPageServer } from "../../src/apps/server/page/page-server.ts";
import type { LineHost } from "../../src/core/line/line-host.ts";
import type { ShellView } from "../../src/core/line/line-messages.ts";
import { LineServer } from "../../src/core/line/line-server.ts";
import { identityOf } from "../../src/core/process/identity.ts";
import { type OpenToolkit, openToolkit } from "./open-toolkit.ts";
import { tempDir } from "./temp-dir.ts";

/** A shell as a line tells of it. */
export const shellView = (id: string, more: Partial<ShellView> = {}): ShellView => ({
  id,
  session: "default",
  command: "sleep 1000",
  status: "running",
  createdAt: Date.now(),
  cwd: "/work",
  ports: [],
  stdoutBytes: 0,
  stderrBytes: 0,
  ...more,
});

/** A host of this process in a state directory, with a line; returns its directory. */
export async function listenAs(host: LineHost, stateDir: string): Promise<LineServer> {
  const directory = join(stateDir, "hosts", host.view().id);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, "host.json"), JSON.stringify(identityOf(process.pid)), { mode: 0o600 });
  const line = await LineServer.open(directory, host);
  onTestFinished(() => line.close());
  return line;
}

export type PageGround = RunningPage & { readonly stateDir: string };

/** A page that is served for a state directory of its own. */
export async function servePage(stateDir: string = tempDir()): Promise<PageGround> {
  const page = await startPageServer({ stateDir, port: 0, version: "1.2.3" });
  onTestFinished(() => page.close());
  return { ...page, stateDir };
}

/** A host and a page on the same state directory. */
export async function hostAndPage(): Promise<{ readonly kit: OpenToolkit; readonly page: PageGround }> {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir });
  return { kit, page: await servePage(stateDir) };
}

/** What a browser of this page sends along. */
export type Browser = { readonly headers: Readonly<Record<string, string>> };

const originOf = ({ url }: RunningPage): string => url.replace(/\/$/, "");

/** Posts like the page itself. */
export const post = (page: RunningPage, path: string, body: unknown, headers: object = {}): Promise<Response> =>
  fetch(`${originOf(page)}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", origin: originOf(page), ...headers },
  });

/** Signs a browser in with the page's link. */
export async function signIn(page: RunningPage): Promise<Browser> {
  const response = await post(page, "/api/enter", { code: page.link.split("#")[1] });
  const { key } = (await response.json()) as { key: string };
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { headers: { cookie, [KEY_HEADER]: key } };
}

export const get = (page: RunningPage, path: string, { headers }: Browser): Promise<Response> =>
  fetch(`${originOf(page)}${path}`, { headers });

/** Reads a stream until it is ended; the events so far are in `events`. */
export async function openStream(page: RunningPage, path: string, { headers }: Browser) {
  const ending = new AbortController();
  const response = await fetch(`${originOf(page)}${path}`, { headers, signal: ending.signal });
  const events: PageEvent[] = [];
  const parser = new EventParser();
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      events.push(...parser.push(decoder.decode(chunk, { stream: true })).map((data) => JSON.parse(data)));
    }
  })().catch(() => undefined);
  onTestFinished(() => ending.abort());
  return { response, events, ended, end: () => ending.abort() };
}

/** Whether a host was told of. */
export const tellsHost = (events: readonly PageEvent[]): boolean =>
  events.some((event) => event.kind === "host" || (event.kind === "hosts" && event.hosts.length > 0));
