/** Where and with what one client runs. */
type Run = {
  /** The scripted model. */
  readonly model: string;
  /** The MCP server to start. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
};

/** How a client is told all that: files in its home, variables, and arguments for one prompt without a user. */
type Setup = {
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
};

/** A client of MCP as its users install it. */
export type Agent = {
  readonly name: string;
  /** The npm package; test/clients/package.json has its version. */
  readonly from: string;
  readonly bin: string;
  setup(run: Run): Setup;
  /** A server's text without what this client puts around the text of any server. What it does not know stays as it is. */
  unwrap(text: string): string;
};

export const PROMPT = "Follow the script.";

/** For clients that put nothing around a text. */
export const asItIs = (text: string): string => text;
