import type { ChildProcess } from "node:child_process";
import { waitUntil } from "../../support/wait-until.ts";
import { at, textAt } from "../model/json.ts";
import { Lines, type Talk } from "./lines.ts";

/** The protocol by which editors talk to Codex. */
export async function talkCodex(client: ChildProcess, project: string): Promise<Talk> {
  let turns = 0;
  let turnId = "";
  const lines = new Lines(client, (message) => {
    if (at(message, "method") === "turn/completed") turns += 1;
  });
  await lines.request("initialize", { clientInfo: { name: "nacre-test", version: "1.0.0" } });
  lines.notify("initialized", {});
  const started = await lines.request("thread/start", {
    cwd: project,
    approvalPolicy: "never",
    sandbox: "danger-full-access",
  });
  const threadId = textAt(started, "thread", "id");
  return {
    say: async (text) => {
      const before = turns;
      const turn = await lines.request("turn/start", { threadId, input: [{ type: "text", text }] });
      turnId = textAt(turn, "turn", "id");
      await waitUntil("the end of the turn", () => turns > before, 120_000);
    },
    stop: async () => {
      await lines.request("turn/interrupt", { threadId, turnId });
    },
  };
}
