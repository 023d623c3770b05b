import { existsSync, readFileSync } from "node:fs";
import { at, contentText, textAt } from "./model/json.ts";

/** What a client and a server said to each other, as wire-tee.mjs kept it. */
export type WireLog = {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly protocol: string;
  /** The text of each result of a tool, in order. A result that asks for input first is none. */
  readonly texts: readonly string[];
  /** Results that held more than text. */
  readonly structured: number;
  /** Calls that the client told the server to stop. */
  readonly cancelled: number;
};

const META = "io.modelcontextprotocol/";

export function readWireLog(file: string): WireLog {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const messages = lines
    .map((line): unknown => JSON.parse(line))
    .map((kept) => ({ from: textAt(kept, "from"), message: JSON.parse(textAt(kept, "message")) as unknown }));
  const from = (side: string): readonly unknown[] =>
    messages.filter((kept) => kept.from === side).map(({ message }) => message);
  const calls = new Set(
    from("client")
      .filter((message) => at(message, "method") === "tools/call")
      .map((message) => at(message, "id")),
  );
  const results = from("server")
    .filter((message) => calls.has(at(message, "id")) && at(message, "method") === undefined)
    .map((message) => at(message, "result"))
    .filter((result) => at(result, "content") !== undefined);
  const hello = from("client").find((message) => at(message, "method") === "initialize");
  const meta = from("client")
    .map((message) => at(message, "params", "_meta"))
    .find((found) => at(found, `${META}clientInfo`) !== undefined);
  const info = at(hello, "params", "clientInfo") ?? at(meta, `${META}clientInfo`);
  return {
    clientInfo: { name: textAt(info, "name"), version: textAt(info, "version") },
    protocol: textAt(hello, "params", "protocolVersion") || textAt(meta, `${META}protocolVersion`),
    texts: results.map((result) => contentText(at(result, "content"))),
    structured: results.filter((result) => at(result, "structuredContent") !== undefined).length,
    cancelled: from("client").filter((message) => at(message, "method") === "notifications/cancelled").length,
  };
}
