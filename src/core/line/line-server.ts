import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { LINE_CONNECTIONS } from "../base/limits.ts";
import { frameOf } from "./frames.ts";
import { LineConnection } from "./line-connection.ts";
import { type LineHost, refuse } from "./line-host.ts";
import { type Greeting, LINE_VERSION } from "./line-messages.ts";
import { socketPlace } from "./socket-place.ts";

/**
 * The line of a host: a socket in its own directory.
 *
 * The directory has mode 0700, so that only processes of the same user reach it, and no sandbox shows it. Does not keep the
 * host running.
 */
export class LineServer {
  readonly #server: Server;
  readonly #connections = new Set<LineConnection>();
  readonly #host: LineHost;
  #release: () => Promise<void> = () => Promise.resolve();

  private constructor(host: LineHost) {
    this.#host = host;
    this.#server = createServer((socket) => this.#connect(socket));
    this.#server.on("error", () => undefined); // the next connection may come through
    this.#server.unref();
  }

  /** Listens in this directory. Rejects where no socket can be made there. */
  static async open(directory: string, host: LineHost): Promise<LineServer> {
    const line = new LineServer(host);
    const place = await socketPlace(directory);
    line.#release = place.release;
    try {
      rmSync(place.path, { force: true }); // a socket that an earlier line of this very host left
      await new Promise<void>((resolve, reject) => {
        line.#server.once("error", reject);
        line.#server.listen(place.path, resolve);
      });
      chmodSync(place.path, 0o600);
      return line;
    } catch (error) {
      await line.close();
      throw error;
    }
  }

  /** Ends every connection, and removes the socket. May be called twice. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    await this.#release();
  }

  #connect(socket: Socket): void {
    if (this.#connections.size >= LINE_CONNECTIONS) {
      socket.on("error", () => undefined);
      const full = refuse("busy", `${LINE_CONNECTIONS} connections are open already; close one of them`);
      socket.end(frameOf({ nacre: LINE_VERSION, ...full } satisfies Greeting));
      socket.destroySoon();
      return;
    }
    const connection = new LineConnection(socket, this.#host);
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
  }
}
