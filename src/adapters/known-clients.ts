/** What is known of a client by the name that it gives itself. */
export type KnownClient = {
  /** The `name` of its `clientInfo`; where the client adds more to it, only the beginning. */
  readonly name: RegExp;
  /** The longest text of a result that reaches the model whole. */
  readonly visibleChars?: number;
  /** The same in lines. */
  readonly visibleLines?: number;
  /** The same in bytes of UTF-8, for a client that counts those. */
  readonly visibleBytes?: number;
  /** Tools of its own, where it puts no prefix before a server's: its own then answers to the name. */
  readonly ownTools?: readonly string[];
};

/**
 * Clients that cut a result again, each below what it was seen to let through (`npm run test:clients` shows whether that
 * holds); and those that hide a tool of ours.
 */
const KNOWN_CLIENTS: readonly KnownClient[] = [
  // 48,000 with its own frame; 12,000 for a model that its catalogue lacks, of which it keeps both ends.
  { name: /^codex-mcp-client$/, visibleBytes: 47_000 },
  // 20,479.
  { name: /^copilot-cli$/, visibleBytes: 20_000 },
  // 51,200, and 2,000 lines.
  { name: /^opencode$/, visibleLines: 2000, visibleBytes: 51_000 },
  // 28,000. The name ends with the one that the user gave the server.
  { name: /^qwen-cli-mcp-client(-|$)/, visibleChars: 27_500 },
  { name: /^Cline$/i, visibleChars: 8000 },
  { name: /^continue-cli-client$/, ownTools: ["Bash"] },
];

/** The client of this name, if it is a known one. */
export const knownClient = (name: unknown): KnownClient | undefined =>
  typeof name === "string" ? KNOWN_CLIENTS.find((client) => client.name.test(name)) : undefined;

/** The sentence for an operator whose client hides tools of these names; undefined where it hides none. */
export function hiddenToolsOf(name: unknown, tools: readonly string[]): string | undefined {
  const hidden = knownClient(name)?.ownTools?.filter((tool) => tools.includes(tool)) ?? [];
  if (hidden.length === 0) return undefined;
  return `${String(name)} has its own ${hidden.join(", ")} and puts no prefix before nacre's: what it runs there is neither judged nor contained; add --prefix nacre_ (docs/clients.md)`;
}
