import { isFault } from "../../core/base/fault.ts";
import { TRY_TOLD_CHANGES } from "../../core/base/limits/try-limits.ts";
import type { FullReply, Question } from "../../core/permission/approver.ts";
import { canAsk, putQuestion } from "../../core/permission/question.ts";
import type { SavedShell } from "../../core/shell/saved-shell.ts";
import { type BashCall, callFacts, openBashCall, patienceOf, startOf } from "../bash/bash-call.ts";
import type { BashInput } from "../bash/bash-input.ts";
import { joined } from "../bash/render-outcome.ts";
import { type ExecutionContext, fail, type ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import { visibleOf } from "../visible.ts";
import { TRIED_ROOM as ROOM } from "../words/tried-words.ts";
import type { Tries } from "./tries.ts";
import type { Tried, TryKey } from "./trying.ts";

/** The lines around the changes. */
const AROUND = { lines: 10, chars: 1000 };

/**
 * Bash with `try`: runs a command in the one open try of its session, and tells what that holds. Nothing of it flows back
 * into the session. To keep it is the user's act, who is asked where that can be done.
 */
export async function tryBash(setup: ToolSetup, given: BashInput, context: ExecutionContext): Promise<ToolResult> {
  const { tries, words } = setup;
  if (tries === undefined) return fail(words.noTries(), { error_kind: "invalid-input" });
  const earlier = tries.awaited(context.question);
  if (earlier !== undefined) return earlier;
  const input = ofCommand(given);
  const call = await openBashCall(setup, input, context);
  const begun = await begin(call, tries);
  if (!("key" in begun)) return begun;
  tries.goesOn(call.sessionId);
  const { result, tried } = await tries.trying.call({
    ...begun,
    input,
    context: { ...context, visible: lessRoom(call) },
  });
  return tellTried(call, { tries, result, tried });
}

/** The call as the toolkit of the try gets it. */
const ofCommand = ({ try: _try, ...input }: BashInput): BashInput => input;

type Begin = { readonly key: TryKey; readonly from?: { readonly directory: string; readonly saved: SavedShell } };

/** What the call begins from: the session's try, or its state if it has none. A result where it cannot begin. */
async function begin(call: BashCall, { trying }: Tries): Promise<Begin | ToolResult> {
  const { session, sessionId, directory, context, setup, input } = call;
  const { words } = setup;
  const key: TryKey = `session ${sessionId}`;
  if (trying.has(key)) return { key };
  const facts = callFacts(call, input.command);
  const saved = await session.inTurn(async (turn) => {
    await turn.settle(directory);
    return turn.saved(directory);
  }, context.signal);
  if (saved === undefined) return fail(words.notStarted(), { ...facts, cancelled: true });
  if (!trying.covers([saved.place.path]))
    return fail(words.triedOutside(saved.place.name), { ...facts, error_kind: "invalid-input" });
  return { key, from: { directory, saved } };
}

/** What the command itself may show: the changes stand below it. */
function lessRoom({ setup, context }: BashCall): NonNullable<ExecutionContext["visible"]> {
  const { chars, lines, bytes } = visibleOf(setup, context);
  const less = (all: number, taken: number): number => Math.max(all - taken, Math.ceil(all / 2));
  const [takenChars, takenLines] = [ROOM.chars + AROUND.chars, ROOM.lines + AROUND.lines];
  return { chars: less(chars, takenChars), lines: less(lines, takenLines), bytes: less(bytes, takenChars) };
}

type Ran = { readonly tries: Tries; readonly result: ToolResult; readonly tried: Tried };

/** The result with what the try holds, and with what the user says of it. */
async function tellTried(call: BashCall, ran: Ran): Promise<ToolResult> {
  const { words } = call.setup;
  const { tries, tried } = ran;
  const { id, changes } = tried;
  const open = withTried(call, ran, { line: words.triedOpen(id, changes.length) });
  const { approver } = call.context;
  const { questions } = tries;
  const asking = {
    approver: approver ?? call.setup.approver,
    questions,
    patienceMs: patienceOf(call),
    signal: call.context.signal,
  };
  if (!hasRun(ran) || !canAsk(asking) || !tries.isNews(call.sessionId, JSON.stringify(changes))) return open;
  const settle = async (reply: FullReply): Promise<ToolResult> =>
    withTried(call, ran, await keepAsSaid(call, ran, reply));
  const said = await putQuestion(asking, questionOf(call, tried));
  if (said === undefined) return open;
  if (said.kind === "answered") return settle(said.reply);
  const { question } = said;
  tries.await({ question: question.id, sessionId: call.sessionId, result: question.answered.then(settle) });
  return withTried(call, ran, { line: words.triedAsked(id, question.id), question: question.id });
}

/** Whether there is something to keep, and nothing of the command goes on. */
const hasRun = ({ result, tried }: Ran): boolean => {
  const { status } = result.metadata;
  return tried.changes.length > 0 && status !== undefined && status !== "running";
};

function questionOf({ setup, sessionId, input, ...call }: BashCall, tried: Tried): Question {
  const { command } = input;
  const reason = setup.words.keepReason();
  return {
    command,
    cwd: startOf({ setup, sessionId, input, ...call }),
    sessionId,
    findings: [{ rule: "try-keep", decision: "ask", reason, part: command, span: [0, command.length] }],
    parts: [],
    answers: ["once", "deny"],
    tried: { id: tried.id, lines: setup.words.triedFacts(tried, ROOM) },
    asks: "keep",
  };
}

/** How a result ends that tells of a try. */
type End = { readonly line: string; readonly kept?: number; readonly question?: string };

/** Does what the user said. */
async function keepAsSaid({ setup: { words } }: BashCall, { tries, tried }: Ran, reply: FullReply): Promise<End> {
  const { id, changes } = tried;
  const { answer, by = "person", message = "" } = reply;
  if (answer === "deny" || answer === "try")
    return { line: by === "person" ? words.triedLeft(id, message) : words.triedOpen(id, changes.length) };
  try {
    const kept = await tries.trying.keep(id);
    if (kept.conflicts.length > 0) return { line: words.triedConflict(id, kept.conflicts) };
    return { line: words.triedKept(kept, id), kept: kept.kept.length };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { line: words.triedNotKept(error.message) };
  }
}

function withTried({ setup: { words } }: BashCall, { result, tried }: Ran, { line, kept, question }: End): ToolResult {
  const { output, error, metadata } = result;
  const { changes } = tried;
  const told = joined([words.triedChanges(tried, ROOM), line]);
  const add = (text: string): string => joined([text, told]);
  const more = changes.length - TRY_TOLD_CHANGES;
  const notice = metadata["notice"];
  return {
    ...result,
    output: add(output),
    ...(error === undefined ? {} : { error: add(error) }),
    metadata: {
      ...metadata,
      ...(typeof notice === "string" ? { notice: add(notice) } : {}),
      tried: {
        ...tried,
        ...(more > 0 ? { changes: changes.slice(0, TRY_TOLD_CHANGES), more } : {}),
        ...(kept === undefined ? {} : { kept }),
        ...(question === undefined ? {} : { question }),
      },
    },
  };
}
