/** What is known of a client by the name that it gives itself. */
export type KnownClient = {
  /** The `name` of its `clientInfo`; where the client adds more to it, only the beginning. */
  readonly name: RegExp;
  /** The longest text of a result that reaches the model whole. */
  readonly visibleChars?: number;
  /** The same in lines. */
  readonly visibleLines?: number;
};

/** Clients that cut a result again, each below what it was seen to let through. */
const KNOWN_CLIENTS: readonly KnownClient[] = [
  { name: /^codex-mcp-client$/, visibleChars: 12_000 },
  { name: /^copilot-cli$/, visibleChars: 18_000 },
  { name: /^opencode$/, visibleLines: 2000 },
  // It ends with the name that the user gave the server.
  { name: /^qwen-cli-mcp-client(-|$)/, visibleChars: 7500 },
  { name: /^Cline$/i, visibleChars: 8000 },
];

/** The client of this name, if it is a known one. */
export const knownClient = (name: unknown): KnownClient | undefined =>
  typeof name === "string" ? KNOWN_CLIENTS.find((client) => client.name.test(name)) : undefined;
