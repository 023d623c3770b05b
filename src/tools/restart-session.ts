import { sessionName, sessionOf } from "./session-scope.ts";
import { ok, type ToolResult } from "./tool.ts";
import type { CallOptions, Toolkit } from "./toolkit.ts";
import { WORDS } from "./words.ts";

/** Ends a session with all it runs; the next command gets a fresh one. For APIs whose own shell tool can be restarted. */
export async function restartSession(kit: Toolkit, caller: CallOptions): Promise<ToolResult> {
  const session = sessionOf(caller);
  await kit.shells.endSession(session);
  return ok(WORDS.restarted(), { session_id: sessionName(session, caller) });
}
