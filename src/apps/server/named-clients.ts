import { isInScope } from "../../tools/session-scope.ts";
import type { Toolkit } from "../../tools/toolkit.ts";

/** The scopes of clients without a session, ended when they are idle and run nothing. */
export class ClientScopes {
  readonly #kit: Toolkit;
  readonly #idleMs: number;
  readonly #usedAt = new Map<string, number>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(kit: Toolkit, idleMs: number) {
    this.#kit = kit;
    this.#idleMs = idleMs;
    this.#sweeper = setInterval(() => this.#sweep(), Math.max(1, idleMs / 10));
    this.#sweeper.unref();
  }

  use(scope: string): void {
    this.#usedAt.set(scope, Date.now());
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(): void {
    const before = Date.now() - this.#idleMs;
    const running = this.#kit.shells.listRunning();
    for (const [scope, usedAt] of this.#usedAt) {
      if (usedAt >= before || running.some(({ sessionId }) => isInScope(sessionId, scope))) continue;
      this.#usedAt.delete(scope);
      void this.#kit.leave(scope);
    }
  }
}
