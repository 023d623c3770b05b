import type { McpServerOptions } from "../../adapters/mcp.ts";
import { randomHex } from "../../core/base/ids.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { resolveToolName } from "../../tools/aliases.ts";
import { isInScope, sessionName } from "../../tools/session-scope.ts";
import { fail, faultFacts, type ToolResult } from "../../tools/tool.ts";
import type { Toolkit } from "../../tools/toolkit.ts";
import { WORDS } from "../../tools/words.ts";
import { Usage } from "./usage.ts";

const SCOPE = "nameless";
const ID_BYTES = 12;

type OpenSession = {
  readonly usage: Usage;
  /** Whether a result has named it. */
  isTold: boolean;
  /** Whether a call has passed its id. */
  isTaken: boolean;
};

type Call = Parameters<Toolkit["call"]>;

/**
 * The sessions of clients of the newer protocol that have no name. Nothing tells such clients apart, so a session belongs
 * to the caller that knows its id: a call without one opens a new session, and an id that was not handed out is refused.
 */
export class NamelessSessions {
  /** The toolkit as these clients see it. */
  readonly kit: Toolkit;
  readonly #kit: Toolkit;
  readonly #idleMs: number;
  readonly #most: number;
  readonly #sessions = new Map<string, OpenSession>();

  constructor(kit: Toolkit, idleMs: number) {
    this.#kit = kit;
    this.#idleMs = idleMs;
    // The other half is for clients with a name or a session of the protocol.
    this.#most = Math.max(1, Math.floor(kit.shells.limits.maxSessions / 2));
    this.kit = { ...kit, call: (...call) => this.#call(...call) };
  }

  /** The options of the server for one request. */
  readonly options: McpServerOptions = {
    scope: SCOPE,
    sessionNote: WORDS.sessionNameless(),
    lastLine: (result) => this.#lastLine(result),
  };

  /** Ends the sessions that are idle, with their shells. */
  async sweep(): Promise<void> {
    const idle = [...this.#sessions].filter(([, { usage }]) => usage.isIdleFor(this.#idleMs)).map(([id]) => id);
    await Promise.all(idle.map((id) => this.#end(id)));
  }

  async #call(...[name, input, context]: Call): Promise<ToolResult> {
    const given = isRecord(input) ? Object.values(input).filter((value) => typeof value === "string") : [];
    const asked = isRecord(input) ? input["session_id"] : undefined;
    if (typeof asked === "string") {
      const session = this.#sessions.get(asked);
      if (session === undefined) return fail(WORDS.sessionNotFound(asked), { error_kind: "invalid-input" });
      session.isTaken = true;
    }
    // Passed with every call: where the input names no session, this one is meant, and never one that others share.
    const id = `session_${randomHex(ID_BYTES)}`;
    const opens = typeof asked !== "string" && this.#mayOpen(name);
    if (opens && !(await this.#makeRoom())) return fail(WORDS.sessionsFull(this.#most), FULL);
    if (opens) this.#sessions.set(id, { usage: new Usage(), isTold: false, isTaken: false });
    const uses = [id, ...given, ...this.#sessionsOfShells(given)].map((one) => this.#sessions.get(one)?.usage.begin());
    try {
      const result = await this.#kit.call(name, input, { ...context, sessionId: id, isClientsOwn: true });
      if (result.metadata["session_id"] !== id) this.#sessions.delete(id); // the call came to nothing before its session
      return result;
    } finally {
      for (const end of uses) end?.();
    }
  }

  /** A tool that only reads opens nothing. */
  #mayOpen(name: string): boolean {
    return this.#kit.registry.get(resolveToolName(name))?.hints?.readOnly !== true;
  }

  /** A session that no caller came back to makes room for a new one. */
  async #makeRoom(): Promise<boolean> {
    if (this.#sessions.size < this.#most) return true;
    const busy = new Set(
      this.#kit.shells.listRunning().map(({ sessionId }) => sessionName(sessionId, { scope: SCOPE })),
    );
    const [oldest] = [...this.#sessions].find(
      ([id, { usage, isTaken }]) => !isTaken && usage.isIdleFor(0) && !busy.has(id),
    ) ?? [undefined];
    if (oldest === undefined) return false;
    await this.#end(oldest);
    return true;
  }

  #sessionsOfShells(ids: readonly unknown[]): readonly string[] {
    return this.#kit.shells
      .listShells()
      .filter(({ id, sessionId }) => ids.includes(id) && isInScope(sessionId, SCOPE))
      .map(({ sessionId }) => sessionName(sessionId, { scope: SCOPE }));
  }

  async #end(id: string): Promise<void> {
    this.#sessions.delete(id);
    await this.#kit.leave(`${SCOPE}/${id}`);
  }

  #lastLine({ metadata }: ToolResult): string | undefined {
    const id = metadata["session_id"];
    if (typeof id !== "string") return undefined;
    const session = this.#sessions.get(id);
    if (session === undefined) return WORDS.note(WORDS.sessionNotNamed());
    if (session.isTold) return undefined;
    session.isTold = true;
    return WORDS.note(WORDS.sessionOpened(id));
  }
}

const FULL = faultFacts("TOO_MANY_SESSIONS");
