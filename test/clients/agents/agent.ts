import type { ChildProcess } from "node:child_process";
import type { Talk } from "../talk/lines.ts";

/** Where and with what one client runs. */
type Run = {
  /** The scripted model. */
  readonly model: string;
  /** The MCP server to start. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
};

/** How a client is told all that: files in its home, variables, arguments. */
type Setup = {
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** For one prompt without a user. */
  readonly once: readonly string[];
  /** For a conversation with the program that started it. */
  readonly talking: readonly string[];
};

/** A client of MCP as its users install it. */
export type Agent = {
  readonly name: string;
  /** The npm package; test/clients/package.json has its version. */
  readonly from: string;
  readonly bin: string;
  setup(run: Run): Setup;
  /** Begins the conversation. */
  talk(client: ChildProcess, project: string): Promise<Talk>;
  /** Whether it tells the server when its user stops a call. */
  readonly cancels: boolean;
  /** A server's text without what this client puts around the text of any server. What it does not know stays as it is. */
  unwrap(text: string): string;
};

export const PROMPT = "Follow the script.";

/** For clients that put nothing around a text. */
export const asItIs = (text: string): string => text;
