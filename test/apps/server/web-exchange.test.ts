import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerByWeb } from "../../../src/apps/server/web-exchange.ts";
import { waitUntil } from "../../support/wait-until.ts";

type Answer = Parameters<typeof answerByWeb>[2];

/** Asks a server that answers so; `over` is what became of the exchange at the server. */
async function ask(
  answer: Answer,
  headers: Record<string, string | string[]> = {},
  method = "POST",
): Promise<{ readonly response: IncomingMessage; readonly over: Promise<unknown> }> {
  let over: Promise<unknown> = Promise.resolve();
  const server = createServer((incoming, outgoing) => {
    over = answerByWeb(incoming, outgoing, answer).catch((error: unknown) => {
      outgoing.destroy();
      return error;
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = request({ host: "127.0.0.1", port, path: "/mcp?x=1", method, headers });
  asked.end(method === "GET" ? undefined : "{}");
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return { response, over };
}

const textOf = async (response: IncomingMessage): Promise<string> =>
  (await response.setEncoding("utf8").toArray()).join("");

test("method, address and headers reach the answerer, and status, headers and body the client", async () => {
  let seen: unknown;
  const { response, over } = await ask(
    async ({ method, url, headers, body }) => {
      seen = [method, new URL(url).pathname + new URL(url).search, headers.get("x-one"), headers.get("x-two"), body];
      return new Response("answer", { status: 201, headers: { "x-three": "3" } });
    },
    { "x-one": "1", "x-two": ["2", "3"] },
  );
  expect(seen).toEqual(["POST", "/mcp?x=1", "1", "2, 3", null]);
  expect([response.statusCode, response.headers["x-three"], await textOf(response)]).toEqual([201, "3", "answer"]);
  expect(await over).toBeUndefined();
});

test("an answer may have no body", async () => {
  const { response } = await ask(async () => new Response(null, { status: 202 }));
  expect([response.statusCode, await textOf(response)]).toEqual([202, ""]);
});

test("what an answer has in its first moment goes out in one piece, and the rest as it is made", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let end: (() => void) | undefined;
  const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
    stream.enqueue(Buffer.from("answer"));
    end = () => stream.close();
  };
  let hasHead = false;
  const asked = ask(async () => new Response(new ReadableStream({ start }))).finally(() => {
    hasHead = true;
  });
  while (end === undefined) await nextTurn();
  for (let turn = 0; turn < 50; turn++) await nextTurn();
  expect(hasHead).toBe(false);
  while (!hasHead) {
    await vi.advanceTimersByTimeAsync(50);
    await nextTurn();
  }
  end();
  expect(await textOf((await asked).response)).toBe("answer");
});

test("a long answer waits for a slow client, and comes whole", async () => {
  const piece = new Uint8Array(1024 * 1024).fill(65);
  let sent = 0;
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
    if (sent === 20) return stream.close();
    sent += 1;
    stream.enqueue(piece);
  };
  const { response } = await ask(async () => new Response(new ReadableStream({ pull })));
  await new Promise((resolve) => setTimeout(resolve, 50)); // the client reads nothing meanwhile
  expect(sent).toBeLessThan(20);
  expect((await textOf(response)).length).toBe(20 * piece.length);
});

test("an exchange is over when the client has its answer", async () => {
  let isOver = false;
  let end = (): void => undefined;
  const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
    stream.enqueue(new Uint8Array([65]));
    end = () => stream.close();
  };
  const { response } = await ask(async (_, onOver) => {
    onOver(() => {
      isOver = true;
    });
    return new Response(new ReadableStream({ start }));
  });
  expect(isOver).toBe(false);
  end();
  expect(await textOf(response)).toBe("A");
  await waitUntil("the exchange to be over", () => isOver);
});

test("a client that waits for events gets the head before the first of them", async () => {
  const { response } = await ask(async () => new Response(new ReadableStream()), {}, "GET");
  expect(response.statusCode).toBe(200);
  response.destroy();
});

test("a client that leaves ends the answer at once, also one that says nothing", async () => {
  let isGone = false;
  let isOver = false;
  let isCancelled = false;
  const silent = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array([65])),
    cancel: () => {
      isCancelled = true;
    },
  });
  const { response, over } = await ask(async ({ signal }, onOver) => {
    onOver(() => {
      isOver = true;
    });
    signal.addEventListener("abort", () => {
      isGone = true;
    });
    return new Response(silent);
  });
  response.destroy();
  await waitUntil("the answer to be ended", () => isGone && isCancelled && isOver);
  expect(await over).toBeUndefined();
});

test("a client that left before it was answered is known to be gone, and its exchange to be over", async () => {
  let seen: unknown;
  const server = createServer((incoming, outgoing) => {
    outgoing.once("close", () => {
      void answerByWeb(incoming, outgoing, async ({ signal }, onOver) => {
        let isOver = false;
        onOver(() => {
          isOver = true;
        });
        seen = { isGone: signal.aborted, isOver };
        return new Response(null, { status: 202 });
      });
    });
    incoming.socket.destroy();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = request({ host: "127.0.0.1", port, method: "POST" }).on("error", () => undefined);
  asked.end("{}");
  await waitUntil("the answer to be asked for", () => seen !== undefined);
  expect(seen).toEqual({ isGone: true, isOver: true });
});

test("an answer that breaks off ends, and one that was never there is an error", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (stream) => stream.error(new Error("on purpose")),
  });
  const { response } = await ask(async () => new Response(broken));
  expect(await textOf(response)).toBe("");
  const never = ask(() => Promise.reject(new Error("on purpose")));
  await expect(never).rejects.toThrow("socket hang up");
});
