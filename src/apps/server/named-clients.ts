import type { McpServerOptions } from "../../adapters/mcp.ts";
import type { Toolkit } from "../../tools/toolkit.ts";
import { WORDS } from "../../tools/words.ts";
import { Usage } from "./usage.ts";
import type { OnOver } from "./web-exchange.ts";

type NamedClient = { readonly usage: Usage; isToldNew: boolean };

/**
 * Clients of the newer protocol that have a name: each has a scope, shared by every window that uses the name. An idle
 * client counts as gone, because the protocol has no goodbye.
 */
export class NamedClients {
  readonly #leave: Toolkit["leave"];
  readonly #idleMs: number;
  readonly #clients = new Map<string, NamedClient>();

  constructor({ leave }: Pick<Toolkit, "leave">, idleMs: number) {
    this.#leave = leave;
    this.#idleMs = idleMs;
  }

  /** Takes note of a request of this client. */
  visit(name: string, onOver: OnOver | undefined): void {
    onOver?.(this.#clientOf(name).usage.begin());
  }

  /** The options of the server for one request of this client. */
  optionsFor(name: string): McpServerOptions {
    const client = this.#clientOf(name);
    return {
      scope: scopeOf(name),
      sessionNote: WORDS.sessionShared(name),
      lastLine: () => {
        if (client.isToldNew) return undefined;
        client.isToldNew = true;
        return WORDS.note(WORDS.sessionsNew());
      },
    };
  }

  /** Ends the sessions and shells of clients that are idle. */
  async sweep(): Promise<void> {
    const gone = [...this.#clients].filter(([, { usage }]) => usage.isIdleFor(this.#idleMs)).map(([name]) => name);
    for (const name of gone) this.#clients.delete(name);
    await Promise.all(gone.map((name) => this.#leave(scopeOf(name))));
  }

  #clientOf(name: string): NamedClient {
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    const client = { usage: new Usage(), isToldNew: false };
    this.#clients.set(name, client);
    return client;
  }
}

const scopeOf = (name: string): string => `client-${name}`;
