import type { Readable } from "node:stream";
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { isUsualRequest } from "./usual-request.ts";

/** A longer message is not read: a command may have a million characters, and each up to six bytes. */
const MESSAGE_BYTES: number = 16 * 1024 * 1024;

const NEWLINE = 10;

/**
 * MCP, one message a line. No input can end it or make it grow: a line that is too long is
 * dropped as it comes, a line that is no message is answered with an error (the SDK's own transport drops the connection
 * for the first and is silent about the second).
 */
export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  /** Resolves when the first message was sent. */
  readonly answered: Promise<void>;
  readonly #input: Readable;
  readonly #output: (text: string) => void;
  readonly #maxBytes: number;
  #resolveClosed: () => void = () => undefined;
  #resolveAnswered: () => void = () => undefined;
  #isClosed = false;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(input: Readable, output: (text: string) => void, maxBytes: number = MESSAGE_BYTES) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.answered = new Promise((resolve) => {
      this.#resolveAnswered = resolve;
    });
  }

  start(): Promise<void> {
    this.#input.on("data", this.#onData);
    for (const event of ["end", "close", "error"]) this.#input.on(event, this.#onEnd);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onEnd);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("the connection is closed"));
    this.#output(`${JSON.stringify(message)}\n`);
    this.#resolveAnswered();
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.off("data", this.#onData);
    this.#input.pause();
    this.#parts = [];
    this.onclose?.();
    this.#resolveClosed();
    return Promise.resolve();
  }

  readonly #onEnd = (): void => {
    void this.close();
  };

  readonly #onData = (chunk: Buffer): void => {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1 && !this.#isClosed; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      this.#take();
      rest = rest.subarray(end + 1);
    }
    this.#keep(rest);
  };

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** Handles one complete line. */
  #take(): void {
    const line = Buffer.concat(this.#parts).toString("utf8").trim();
    const bytes = this.#bytes;
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > this.#maxBytes) {
      this.#refuse(null, INVALID_REQUEST, `A message of ${bytes} bytes was dropped; ${this.#maxBytes} is the most`);
    } else if (line !== "") {
      this.#deliver(line);
    }
  }

  #deliver(line: string): void {
    const parsed = parseJson(line);
    if (parsed === undefined) {
      this.#refuse(null, PARSE_ERROR, "A line was dropped that is not JSON");
      return;
    }
    const message = messageOf(parsed.value);
    if (message === undefined && isReply(parsed.value)) {
      this.onerror?.(new Error("A reply was dropped that is not a JSON-RPC 2.0 message"));
      return;
    }
    if (message === undefined) {
      this.#refuse(idOf(parsed.value), INVALID_REQUEST, "A line was dropped that is not a JSON-RPC 2.0 message");
      return;
    }
    this.onmessage?.(message);
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.#output(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }
}

function parseJson(line: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined; // said to the client by the caller
  }
}

function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return isUsualRequest(value) ? value : parseJSONRPCMessage(value);
  } catch {
    return undefined; // said to the client by the caller
  }
}

/** A reply is never answered: two ends that misunderstand each other would not stop. */
const isReply = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !("method" in value) && ("error" in value || "result" in value);

function idOf(value: unknown): string | number | null {
  const id: unknown = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
