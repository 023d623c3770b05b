import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { LINE_PAGE_BYTES } from "../../../core/base/limits.ts";
import { LineClient } from "../../../core/line/line-client.ts";
import { SAFETY } from "../door/safety-headers.ts";
import { type ApiAnswer, refusalOf } from "./api-answer.ts";
import { findKept } from "./kept-shells.ts";
import type { WatchedHosts } from "./watched-hosts.ts";

type Page = { readonly text: string; readonly next: string };
/** Undefined: no more can be read. */
type ReadPage = (since: string) => Promise<Page | undefined>;

/**
 * Sends everything a shell printed as a file, in the order in which the page shows it: of each page stdout, then stderr.
 * Returns an answer where there is nothing to send.
 */
export async function sendLog(
  shell: string,
  { hosts, stateDir }: { readonly hosts: WatchedHosts; readonly stateDir: string },
  response: ServerResponse,
): Promise<ApiAnswer | undefined> {
  const directory = hosts.placeOf(shell)?.directory;
  const reader = directory === undefined ? keptPages(shell, stateDir) : await linePages(shell, directory);
  if (reader === undefined) return { status: 404, value: refusalOf("unknown", "Its output is gone.") };
  response.writeHead(200, {
    ...SAFETY,
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${shell.replaceAll(/[^\w-]/g, "_")}.log"`,
  });
  try {
    let since = "0";
    for (
      let page = await reader.read(since);
      page !== undefined && !response.destroyed;
      page = await reader.read(since)
    ) {
      if (page.next === since) break;
      since = page.next;
      if (!response.write(page.text)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
  } finally {
    reader.close();
    response.end();
  }
  return undefined;
}

type PageReader = { readonly read: ReadPage; readonly close: () => void };

async function linePages(shell: string, directory: string): Promise<PageReader | undefined> {
  const connected = await LineClient.connect(directory);
  if ("no" in connected) return undefined;
  const { line } = connected;
  const read: ReadPage = async (since) => {
    const said = await line.ask({ do: "read", shell, since, raw: true });
    return "is" in said ? { text: said.is.stdout + said.is.stderr, next: said.is.nextCursor } : undefined;
  };
  return { read, close: () => line.close() };
}

function keptPages(shell: string, stateDir: string): PageReader | undefined {
  const transcript = findKept(stateDir, shell)?.open();
  if (transcript === undefined) return undefined;
  const read: ReadPage = async (since) => {
    const options = { since, raw: true, pageBytes: LINE_PAGE_BYTES, maxChars: Number.MAX_SAFE_INTEGER };
    const { stdout, stderr, nextCursor } = transcript.read(options);
    return { text: stdout + stderr, next: nextCursor };
  };
  return { read, close: () => transcript.close() };
}
