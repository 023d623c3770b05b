import type { Socket } from "node:net";
import { whenClosed } from "../when-closed.ts";

/**
 * The open connections that have not shown a token yet. There is a small number of them: one more ends the oldest, so
 * that strangers who begin requests and never finish them keep nobody out but each other.
 */
export class Strangers {
  readonly #most: number;
  /** Oldest first. */
  readonly #sockets = new Set<Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the connection that had to go for this one. */
  add(socket: Socket): Socket | undefined {
    this.#sockets.add(socket);
    whenClosed(socket, () => this.#sockets.delete(socket));
    const [oldest] = this.#sockets;
    if (oldest === undefined || this.#sockets.size <= this.#most) return undefined;
    this.#sockets.delete(oldest);
    return oldest.destroy();
  }

  /** A request on this connection had a token: it no longer counts, and is not ended for others. */
  know(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
