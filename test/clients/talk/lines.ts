import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { at } from "../model/json.ts";

/** A user at a client: says something, and may stop what the client is doing. Both return when the client has taken it. */
export type Talk = {
  say(text: string): Promise<void>;
  stop(): Promise<void>;
};

/** Messages as lines of JSON over a client's stdin and stdout. */
export class Lines {
  readonly #client: ChildProcess;
  readonly #answers = new Map<number, { done: (result: unknown) => void; failed: (error: Error) => void }>();
  #id = 0;

  /** `hear` gets every message that answers none of our requests; what it returns answers the client's. */
  constructor(client: ChildProcess, hear: (message: unknown) => unknown = () => undefined) {
    this.#client = client;
    if (client.stdout === null) throw new Error("the client has no stdout");
    createInterface({ input: client.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      const message: unknown = JSON.parse(line);
      const id = at(message, "id");
      if (at(message, "method") === undefined && typeof id === "number") return this.#answered(id, message);
      const result = hear(message);
      if (result !== undefined && id !== undefined) this.send({ jsonrpc: "2.0", id, result });
    });
  }

  #answered(id: number, message: unknown): void {
    const waiting = this.#answers.get(id);
    this.#answers.delete(id);
    const error = at(message, "error");
    if (error === undefined) waiting?.done(at(message, "result"));
    else waiting?.failed(new Error(JSON.stringify(error)));
  }

  send(message: object): void {
    this.#client.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  notify(method: string, params: object): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  request(method: string, params: object): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((done, failed) => {
      this.#answers.set(id, { done, failed });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }
}
