import type { ChildProcess } from "node:child_process";
import { waitUntil } from "../../support/wait-until.ts";
import { at } from "../model/json.ts";
import { Lines, type Talk } from "./lines.ts";

/** Claude Code's own stream of JSON, by which its SDK talks to it. */
export async function talkClaude(client: ChildProcess): Promise<Talk> {
  let results = 0;
  const lines = new Lines(client, (message) => {
    if (at(message, "type") === "result") results += 1;
  });
  return {
    say: async (text) => {
      const before = results;
      lines.send({ type: "user", message: { role: "user", content: text } });
      await waitUntil("the end of the turn", () => results > before, 120_000);
    },
    stop: async () => {
      lines.send({ type: "control_request", request_id: "stop", request: { subtype: "interrupt" } });
    },
  };
}
