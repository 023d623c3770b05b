import { renderLate } from "./bash/render-late.ts";
import { joined } from "./bash/render-outcome.ts";
import { sessionName, sessionOf } from "./session-scope.ts";
import { ok, type ToolResult } from "./tool.ts";
import type { CallOptions, Toolkit } from "./toolkit.ts";
import { visibleOf } from "./visible.ts";
import { WORDS } from "./words.ts";

/** Ends a session with all it runs; the next command gets a fresh one. For APIs whose own shell tool can be restarted. */
export async function restartSession(kit: Toolkit, caller: CallOptions): Promise<ToolResult> {
  const { shells } = kit;
  const sessionId = sessionOf(caller);
  const transcript = await kit.endSession(sessionId);
  const late =
    transcript === undefined
      ? undefined
      : renderLate(transcript, {
          shells,
          sandbox: await shells.sandbox(),
          sessionId,
          cwd: caller.workingDir ?? "/",
          words: WORDS,
          raw: caller.raw ?? false,
          visible: visibleOf({ limits: shells.limits, isVisibleSet: false }, caller),
        });
  return ok(joined([WORDS.restarted(), late?.text ?? ""]), {
    session_id: sessionName(sessionId, caller),
    ...(late === undefined ? {} : { late_output: late.shown }),
  });
}
