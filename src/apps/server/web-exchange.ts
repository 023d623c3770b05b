import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { after } from "../../core/base/clock.ts";
import { ANSWER_MOMENT_MS } from "../../core/base/limits.ts";
import { whenClosed } from "./when-closed.ts";

/** Calls this once or twice when the answer was sent or the client is gone. */
export type OnOver = (act: () => void) => void;

/**
 * Answers a request of Node's by a function of the web's; the request's body is not passed on. The signal of its request
 * says that the client is gone, and so does the end of the answer's body, at once. Not the SDK's: that one copies the body,
 * and ends an answer only with its next byte.
 */
export async function answerByWeb(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request, onOver: OnOver) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  let isOver = false;
  whenClosed(response, () => {
    if (!isOver) gone.abort();
  });
  const onOver: OnOver = (act) => whenClosed(response.once("finish", act), act);
  const { status, headers, body } = await answer(webRequest(request, gone.signal), onOver);
  response.writeHead(status, Object.fromEntries(headers));
  // A client that waits for events waits for the head first, which Node sends with the first byte otherwise.
  if (request.method === "GET") response.flushHeaders();
  if (body !== null) await send(body, response, gone.signal);
  isOver = true;
  response.end();
}

function webRequest({ method = "GET", url = "/", headers }: IncomingMessage, signal: AbortSignal): Request {
  const list = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Request(`http://${headers.host ?? "localhost"}${url}`, { method, headers: list, signal });
}

/**
 * Sends a body until it ends or the client is gone. What comes in its first moment goes out at once with the head: a short
 * answer is one piece, and wakes its client once.
 */
async function send(body: ReadableStream<Uint8Array>, response: ServerResponse, gone: AbortSignal): Promise<void> {
  const reader = body.getReader();
  response.cork();
  const letGo = (): void => (response.writableCorked > 0 ? response.uncork() : undefined);
  const moment = after(ANSWER_MOMENT_MS, letGo);
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  gone.addEventListener("abort", cancel, { once: true });
  try {
    for (let read = await reader.read(); !read.done && !gone.aborted; read = await reader.read()) {
      if (response.write(read.value)) continue;
      const drained = once(response, "drain", { signal: gone });
      letGo();
      await drained;
    }
  } catch {
    // The client is gone, or what makes the answer is: the rest cannot be sent.
  }
  moment.cancel();
  if (gone.aborted) cancel();
}
