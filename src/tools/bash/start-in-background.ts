import { sessionIdOf } from "../../core/base/ids.ts";
import { QUICK_END_MS } from "../../core/base/limits.ts";
import { usableDirectory } from "../../core/files/working-directory.ts";
import type { Cut } from "../../core/output/transcript.ts";
import { hidesLogs } from "../../core/sandbox/sandbox.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { LoginLack } from "../../core/shell/login/login-environment.ts";
import type { SavedShell } from "../../core/shell/saved-shell.ts";
import type { SessionTurn } from "../../core/shell/session/session-turn.ts";
import { endingOf, refusalIn, renderStatus, shellFacts } from "../shells/shell-view.ts";
import { waitFor } from "../shells/wait-for.ts";
import { ok, type ToolResult } from "../tool.ts";
import { closingCut, readAlone, readFitting, type Shown, visibleOf } from "../visible.ts";
import { asStarted, type ClearedCall, stdinOf, tellJournal, timeoutInBackground } from "./bash-call.ts";
import { sizeOf } from "./bash-input.ts";
import { joined } from "./render-outcome.ts";
import { followTerminal } from "./run-in-terminal.ts";
import { tellLogin } from "./tell-login.ts";

/**
 * Starts a cleared command as a background shell. Only the state that it starts from is taken in the session's turn; what
 * is returned starts it, and waits a moment for a quick end.
 */
export async function startInBackground(
  call: ClearedCall,
  turn: SessionTurn | undefined,
): Promise<() => Promise<ToolResult>> {
  const { setup, session, directory } = call;
  const state = await (turn ?? session).saved(directory);
  const { place } = call;
  const saved = place === undefined ? state : { ...state, place: { path: usableDirectory(place), name: place } };
  const relocation = turn === undefined ? undefined : session.takeRelocation();
  const notes = [...call.notes, ...(relocation === undefined ? [] : [setup.words.relocated(relocation)])];
  const { lack } = session.login; // what comes later is not in the state
  return () => startFrom(saved, { ...call, notes }, lack);
}

async function startFrom(saved: SavedShell, call: ClearedCall, lack: LoginLack | undefined): Promise<ToolResult> {
  const { setup, input, context, shells, sessionId, directory, command } = call;
  const { description } = input;
  const isFollowed = (input.tty === true || context.terminal !== undefined) && input.run_in_background !== true;
  const request = {
    sessionId: sessionIdOf(sessionId),
    workingDir: directory,
    stdin: stdinOf(call),
    terminal: isFollowed ? (context.terminal ?? sizeOf(input)) : sizeOf(input),
    ...(description === undefined ? {} : { description }),
  };
  const shell = await shells.startShell(command, request, saved);
  const endsAfterMs = timeoutInBackground(call);
  if (endsAfterMs !== undefined && !isFollowed) shell.endAfter(endsAfterMs);
  setup.onUse({ sessionId, shellId: shell.id });
  setup.inputs.began(shell, asStarted(call, saved));
  if (isFollowed) return followTerminal(call, shell);
  await waitFor(shell, { kind: "exit" }, { limitMs: QUICK_END_MS });
  const login = tellLogin(call.session.login, { lack, exitCode: shell.exitCode }, setup.words);
  const told = {
    ...call,
    facts: { ...call.facts, ...login.facts },
    notes: [...call.notes, ...login.notes, ...tellJournal(call)],
  };
  return tellStart(told, shell, endsAfterMs);
}

/** A command that ended at once is reported with its output, which still counts as unread. */
function tellStart(call: ClearedCall, shell: ShellProcess, endsAfterMs: number | undefined): ToolResult {
  const { words } = call.setup;
  const { notKept } = shell;
  const notes = [
    ...call.notes,
    ...(notKept.length === 0 ? [] : [words.notTakenOver(notKept)]),
    ...(call.input.tty === true ? [words.ownTerminal()] : []),
  ];
  const started = joined([words.started(shell.id, call.command.text), ...notes.map(words.note)]);
  const missing = notKept.length === 0 ? {} : { not_kept: notKept };
  const metadata = { ...call.facts, ...shellFacts(shell), cwd: shell.workingDir, ...missing };
  if (shell.isRunning && endsAfterMs !== undefined) {
    return ok(joined([started, words.endsAfter(endsAfterMs)]), { ...metadata, timeout_ms: endsAfterMs });
  }
  if (shell.isRunning) return ok(started, metadata);
  call.setup.notices.tell(shell);
  const { text, ...more } = endedAtOnce(shell, call, started);
  return ok(text, { ...metadata, ...more });
}

/** The text about a shell that has ended already, with its output. */
function endedAtOnce(
  shell: ShellProcess,
  { setup, context, sandbox }: ClearedCall,
  started: string,
): { readonly text: string; readonly truncated: boolean; readonly sandbox_refusal?: string } {
  const { words } = setup;
  const ended = `${started}\n${words.endedAlready(renderStatus(shell))}`;
  const shown: Shown = {
    transcript: shell.transcript,
    options: { raw: context.raw ?? setup.raw },
    visible: visibleOf(setup, context),
    words,
    where: (paths) => words.wholeOutput(paths, { bashId: hidesLogs(sandbox) ? shell.id : undefined }),
  };
  const alone = readAlone(shown);
  const refusal = refusalIn(shell, alone, sandbox);
  const note = refusal === undefined ? "" : words.note(refusal);
  const closing = (cut: Cut | undefined): string =>
    words.closing({ ending: endingOf(shell), cut: closingCut(shown, cut) });
  const reading = readFitting(alone, shown, (cut) => joined([ended, note, closing(cut)]));
  const above = joined([reading.text, note]);
  return {
    text: above === "" ? ended : `${ended}\n\n${joined([above, closing(reading.cut)])}`,
    truncated: reading.truncated,
    ...(refusal === undefined ? {} : { sandbox_refusal: refusal }),
  };
}
