import type { IncomingHttpHeaders } from "node:http";
import { isRecord } from "../../src/core/base/is-record.ts";

type Message = Readonly<Record<string, unknown>>;
export type Sent = { readonly body: string; readonly headers: IncomingHttpHeaders };

/** In the newer era headers repeat what a request is about. */
const METHOD_HEADER = "mcp-method";
const NAME_HEADER = "mcp-name";

/** Tools that the suite wants a server to have, and the command by which nacre's Bash does the same. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["test_simple_text", "echo text"],
  ["test_error_handling", "touch denied"],
  ["test_tool_with_progress", "for step in 1 2 3 4; do echo $step; sleep 1.1; done"],
  ["test_reconnection", "echo again"],
  ["test_elicitation", "touch asked"],
  ["test_input_required_result_elicitation", "touch asked"],
  ["test_input_required_result_request_state", "touch asked"],
  ["test_input_required_result_tampered_state", "touch asked"],
]);

/** Resources that it wants, and the command whose log nacre offers in their place. */
const LOGS: ReadonlyMap<string, string> = new Map([
  ["test://static-text", "echo text"],
  ["test://template/123/data", "echo 123"],
]);

/** A request of the suite, what it asks for replaced by what nacre has of the kind. `ask` asks nacre something first. */
export async function standIn(sent: Sent, ask: (sent: Sent) => Promise<string>): Promise<Sent> {
  const message = parsed(sent.body);
  const params = message?.["params"];
  if (message === undefined || !isRecord(params)) return sent;
  const command = COMMANDS.get(String(params["name"]));
  if (message["method"] === "tools/call" && command !== undefined) {
    return renamed(sent, message, { ...params, name: "Bash", arguments: { command } });
  }
  const logged = LOGS.get(String(params["uri"]));
  if (message["method"] === "resources/read" && logged !== undefined) {
    const call = { ...message, method: "tools/call" };
    const started = {
      ...params,
      uri: undefined,
      name: "Bash",
      arguments: { command: logged, run_in_background: true },
    };
    const shell = /shell_\w+/.exec(await ask(renamed(sent, call, started)))?.[0];
    return renamed(sent, message, { ...params, uri: `shell://${shell}/log` });
  }
  return sent;
}

function renamed({ headers }: Sent, message: Message, params: Message): Sent {
  const told = { [METHOD_HEADER]: String(message["method"]), [NAME_HEADER]: String(params["name"] ?? params["uri"]) };
  return {
    body: JSON.stringify({ ...message, params }),
    headers: headers[METHOD_HEADER] === undefined ? headers : { ...headers, ...told },
  };
}

function parsed(body: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(body);
    return isRecord(message) ? message : undefined;
  } catch {
    return undefined; // the suite also sends what is no JSON
  }
}
