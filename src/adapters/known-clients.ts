/** What is known of a client by the name that it gives itself. */
export type KnownClient = {
  /** The `name` of its `clientInfo`; where the client adds more to it, only the beginning. */
  readonly name: RegExp;
  /** The longest text of a result that reaches the model whole. */
  readonly visibleChars?: number;
  /** The same in lines. */
  readonly visibleLines?: number;
  /** Tools of its own, where it puts no prefix before a server's: its own then answers to the name. */
  readonly ownTools?: readonly string[];
};

/** Clients that cut a result again, each below what it was seen to let through; and those that hide a tool of ours. */
const KNOWN_CLIENTS: readonly KnownClient[] = [
  { name: /^codex-mcp-client$/, visibleChars: 12_000 },
  { name: /^copilot-cli$/, visibleChars: 18_000 },
  { name: /^opencode$/, visibleLines: 2000 },
  // It ends with the name that the user gave the server.
  { name: /^qwen-cli-mcp-client(-|$)/, visibleChars: 7500 },
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
