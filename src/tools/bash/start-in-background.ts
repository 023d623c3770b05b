import { sessionIdOf } from "../../core/base/ids.ts";
import { QUICK_END_MS, VISIBLE_CHARS } from "../../core/base/limits.ts";
import type { Cut } from "../../core/output/transcript.ts";
import { hidesLogs } from "../../core/sandbox/sandbox.ts";
import type { SessionTurn } from "../../core/shell/session/session-turn.ts";
import { refusalIn, renderStatus, shellFacts } from "../shells/shell-view.ts";
import { waitFor } from "../shells/wait-for.ts";
import { ok, type ToolResult } from "../tool.ts";
import { type ClearedCall, timeoutInBackground } from "./bash-call.ts";
import { joined } from "./render-outcome.ts";

/** Starts a cleared command as a background shell. A command that ends at once is reported with its output, which still counts as unread. */
export async function startInBackground(call: ClearedCall, turn: SessionTurn | undefined): Promise<ToolResult> {
  const { setup, input, context, shells, sandbox, sessionId, directory, command, facts, notes } = call;
  const { words } = setup;
  const { description } = input;
  const request = {
    sessionId: sessionIdOf(sessionId),
    workingDir: directory,
    ...(description === undefined ? {} : { description }),
  };
  const shell = await shells.startShell(command, request, turn);
  const endsAfterMs = timeoutInBackground(call);
  if (endsAfterMs !== undefined) shell.endAfter(endsAfterMs);
  setup.onUse({ sessionId, shellId: shell.id });
  await waitFor(shell, { kind: "exit" }, { limitMs: QUICK_END_MS });
  const started = joined([words.started(shell.id, command.text), ...notes.map(words.note)]);
  const metadata = { ...facts, ...shellFacts(shell), cwd: shell.workingDir };
  if (shell.isRunning && endsAfterMs !== undefined) {
    return ok(joined([started, words.endsAfter(endsAfterMs)]), { ...metadata, timeout_ms: endsAfterMs });
  }
  if (shell.isRunning) return ok(started, metadata);
  const ended = `${started}\n${words.endedAlready(renderStatus(shell))}`;
  const maxChars = Math.max(0, VISIBLE_CHARS - ended.length - 2);
  const readBy = hidesLogs(sandbox) ? shell.id : undefined;
  const notice = (cut: Cut): string => words.truncated(cut, readBy);
  const reading = shell.read({ maxChars, raw: context.raw ?? setup.raw, notice });
  const { text, truncated } = reading;
  const refusal = refusalIn(shell, reading, sandbox);
  const body = joined([text, refusal === undefined ? "" : words.note(refusal)]);
  return ok(body === "" ? ended : `${ended}\n\n${body}`, {
    ...metadata,
    truncated,
    ...(refusal === undefined ? {} : { sandbox_refusal: refusal }),
  });
}
