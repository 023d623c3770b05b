/**
 * Responsibilities: the Bash tool, from parsed input to a result.
 *
 * Flow at a glance: the call waits for its turn in the session → line ends are made bash's, paths are quoted → the gate clears or denies → the
 * session runs it, or the manager starts it in the background → words.
 *
 * Does not: judge, start processes, or change the text after it was cleared.
 */
import { unlessAborted } from "../../core/base/unless-aborted.ts";
import type { Clearance, Request } from "../../core/permission/gate.ts";
import type { AskedSession } from "../../core/permission/session-memory.ts";
import { hasWindowsLineEnds } from "../../core/policy/read/line-ends.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import { warmJudge } from "../../core/policy/warm-judge.ts";
import { sessionStateOf } from "../../core/shell/bash/session-state.ts";
import type { Session } from "../../core/shell/session/session.ts";
import type { SessionTurn } from "../../core/shell/session/session-turn.ts";
import type { SnapshotOutcome } from "../../core/snapshot/snapshot.ts";
import type { OwnMetadata } from "../metadata.ts";
import { fail, ok, type Tool, ToolCategory, type ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import { tryBash } from "../trying/try-bash.ts";
import { type BashCall, type ClearedCall, callFacts, openBashCall, startOf } from "./bash-call.ts";
import { type BashInput, bashInputSchema, textProblem } from "./bash-input.ts";
import { gateRequest, quotedCommand } from "./gate-request.ts";
import { keepSnapshot, needsSnapshot } from "./keep-snapshot.ts";
import { joined } from "./render-outcome.ts";
import { renderDenial, renderDryRun } from "./render-verdict.ts";
import { runForeground } from "./run-foreground.ts";
import { startInBackground } from "./start-in-background.ts";
import { type Reading, readingOf } from "./syntax-error.ts";
import { tellContainment } from "./tell-containment.ts";

/** What bash ends with when it cannot read a text. */
const SYNTAX_STATUS = 2;

/** How long a background shell waits for the calls before it: long enough for a `cd`, too short to be noticed. */
const PATIENCE_MS = 250;

/** Runs a command in a session, or starts it in the background. */
export function createBashTool(setup: ToolSetup): Tool<BashInput> {
  const { limits, words, onTimeout, interactive, wall } = setup;
  const can = words.bash(limits, onTimeout, interactive);
  return {
    name: "Bash",
    description: wall === undefined ? can : `${can} ${words.wall(wall)}`,
    category: ToolCategory.Execution,
    inputSchema: bashInputSchema(limits, words),
    hints: { title: "Run a command", readOnly: false, destructive: true, idempotent: false, openWorld: true },
    execute: async (input, context) => {
      const problem = textProblem(input);
      if (problem !== undefined) return fail(`Invalid input for Bash: ${problem}`, { error_kind: "invalid-input" });
      if (input.try === true) return tryBash(setup, input, context);
      return warmJudge.after(openBashCall(setup, input, context).then(answer));
    },
  };
}

/** A result, or what is left to do for it when the session's turn has been given back. */
type TurnResult = ToolResult | (() => Promise<ToolResult>);

async function answer(call: BashCall): Promise<ToolResult> {
  const result = (await takeTurn(call)) ?? neverBegun(call);
  return typeof result === "function" ? result() : result;
}

/** Undefined when the caller gave up while it waited. */
async function takeTurn(call: BashCall): Promise<TurnResult | undefined> {
  const { input, session, context, setup } = call;
  // Does not wait for a busy session: the background shell then starts from the state that the session saved last.
  if (input.run_in_background === true && !(await session.isFreeWithin(PATIENCE_MS))) return judgeAndRun(call);
  context.onWait?.(setup.words.itsTurn());
  return session.inTurn((turn) => {
    context.onWait?.(undefined);
    return judgeAndRun(call, turn);
  }, context.signal);
}

const neverBegun = (call: BashCall): ToolResult =>
  fail(call.setup.words.notStarted(), { ...callFacts(call, call.input.command), cancelled: true });

/** Judges and runs a call. Without a turn the command can only start in the background. */
async function judgeAndRun(call: BashCall, turn?: SessionTurn): Promise<TurnResult> {
  await turn?.settle(call.directory);
  const unread = await judgeCall(call, turn);
  const reading = await readByBash(call, unread, turn);
  if (reading?.canRead === false) return refuseSyntax(call, unread, { stderr: reading.stderr, turn });
  const judged = reading === undefined ? unread : await judgedAsRead(call, unread);
  return dryRunResult(call, judged) ?? clearAndRun(call, judged, turn);
}

async function clearAndRun(call: BashCall, judged: Judged, turn: SessionTurn | undefined): Promise<TurnResult> {
  const { setup } = call;
  const { request, verdict, facts } = judged;
  // Save the session's state now: the approver's answer and a snapshot may take a while.
  if (verdict.decision === "ask" || (setup.snapshot && needsSnapshot(verdict))) await turn?.save();
  const clearance = await clear(call, judged);
  if (clearance === undefined) return neverBegun(call);
  if (clearance.kind === "waiting") return waitOn(call, judged, clearance);
  announceVerdict(call, judged, clearance);
  call.shells.journal.check();
  if (clearance.kind === "denied") return renderDenial(clearance, { ...setup, facts });
  const kept = setup.snapshot
    ? await keepSnapshot(verdict, request.workspaces?.[0] ?? call.directory, call.shells.stateDir)
    : undefined;
  if (kept?.kind === "too-large") return fail(setup.words.noSnapshot(kept.reason), { ...facts, error_kind: "blocked" });
  const cleared = clearedCall(call, judged, { clearance, kept });
  if (turn === undefined || isAside(call)) return startInBackground(cleared, turn);
  return runForeground(cleared, turn);
}

/** Whether it runs in a shell of its own. */
const isAside = ({ input, context }: BashCall): boolean =>
  input.run_in_background === true || input.tty === true || context.terminal !== undefined;

/** What the gate says, and tells the caller that it may have to wait for it. Undefined when the call was cancelled meanwhile. */
async function clear({ setup, context }: BashCall, { request, verdict }: Judged): Promise<Clearance | undefined> {
  if (context.signal?.aborted) return undefined;
  if (verdict.decision !== "ask") return setup.gate.clear(request, verdict); // nothing to wait for
  context.onWait?.(setup.words.anAnswer());
  const clearance = await unlessAborted(context.signal, setup.gate.clear(request, verdict));
  context.onWait?.(undefined);
  return clearance;
}

/** Ends the call with its question open. What becomes of the command is found by the question's id. */
function waitOn(
  call: BashCall,
  { facts, request, verdict }: Judged,
  { question, isLater, rules }: Extract<Clearance, { kind: "waiting" }>,
): ToolResult {
  const { setup, sessionId } = call;
  const { words, waiting, keepsRules } = setup;
  const result = async (): Promise<ToolResult> => {
    const { answer: said, by = "person", message = "" } = await question.answered;
    if (said === "deny") return renderDenial({ verdict, by, said: message, rules }, { words, facts, keepsRules });
    return answer(inBackground(call, { place: request.cwd, earlier: { id: question.id, isFinal: true } }));
  };
  if (!isLater) waiting.keep({ id: question.id, sessionId, result: result() });
  return ok(words.waitingForAnswer(question.id), { ...facts, question_id: question.id });
}

/** The same call once more, when its caller is gone: the command can only start in the background. */
const inBackground = (call: BashCall, more: Required<Pick<BashCall, "place" | "earlier">>): BashCall => ({
  ...call,
  ...more,
  input: { ...call.input, run_in_background: true },
  context: {
    ...call.context,
    signal: undefined,
    approver: undefined,
    onOutput: undefined,
    onBytes: undefined,
    onWait: undefined,
    waitsForAnswer: true, // the question may come back with what a try changed
  },
});

/** A call after its judgement. */
type Judged = {
  readonly request: Request;
  readonly verdict: Verdict;
  /** Paths that were put into quotes. */
  readonly paths: readonly string[];
  readonly facts: OwnMetadata;
};

async function judgeCall(call: BashCall, turn: SessionTurn | undefined): Promise<Judged> {
  const cwd = startOf(call);
  const { text, paths } = quotedCommand(call, cwd);
  const session = askedSession(call.session, turn);
  const request = { session, ...gateRequest(call, { text, cwd, turn }) };
  const judged = await call.setup.gate.judge(request, call.context.dryRun !== true);
  const facts = {
    ...callFacts(call, text),
    ...(paths.length === 0 ? {} : { quoted_paths: paths }),
    ...(hasWindowsLineEnds(call.input.command) ? { normalized: "crlf" as const } : {}),
  };
  return { paths, facts, ...judged };
}

/** A command without a turn starts from what the busy session saved last. */
const askedSession = (session: Session, turn: SessionTurn | undefined): AskedSession =>
  turn === undefined
    ? { key: session, state: async () => sessionStateOf(await session.saved()), isBusy: true }
    : { key: session, state: () => turn.state(), processes: () => turn.processes() };

/** What bash says of a text that the policy could not read. */
const readByBash = (
  { session, shells: { bash }, directory: cwd }: BashCall,
  { request: { text }, verdict }: Judged,
  turn: SessionTurn | undefined,
): Promise<Reading | undefined> =>
  readingOf(verdict, {
    text,
    cwd,
    bash,
    session: turn === undefined ? async () => (await session.saved()).state : turn.bashState,
  });

/** The judgement of a text that bash can read although the policy cannot: an alias may hold a part of its syntax. */
async function judgedAsRead({ setup }: BashCall, judged: Judged): Promise<Judged> {
  return { ...judged, ...(await setup.gate.judge({ ...judged.request, isReadByBash: true })) };
}

/** The result of a text that bash cannot read. Nothing of it runs; the session takes over the status that bash gives it. */
async function refuseSyntax(
  { setup, input, context }: BashCall,
  { facts }: Judged,
  { stderr, turn }: { readonly stderr: string; readonly turn: SessionTurn | undefined },
): Promise<ToolResult> {
  const { words } = setup;
  if (context.dryRun !== true && input.run_in_background !== true) await turn?.noteStatus(SYNTAX_STATUS);
  const said = `[stderr]\n${stderr}`;
  const closing = words.closing({ ending: { status: "failed", exitCode: SYNTAX_STATUS } });
  const streams = context.streams === undefined ? {} : { stdout: "", stderr, notice: "" };
  const metadata = { ...facts, exit_code: SYNTAX_STATUS, syntax_error: true, ...streams };
  return fail(joined([words.exited(SYNTAX_STATUS), said, closing]), metadata, said);
}

const dryRunResult = ({ setup, context }: BashCall, { request, verdict, facts }: Judged): ToolResult | undefined =>
  context.dryRun === true ? renderDryRun(verdict, { words: setup.words, command: request.text, facts }) : undefined;

function announceVerdict(
  { setup, sessionId }: BashCall,
  { request, verdict }: Judged,
  clearance: Exclude<Clearance, { kind: "waiting" }>,
): void {
  const isCleared = clearance.kind === "cleared";
  setup.announce({
    kind: "verdict",
    sessionId,
    command: request.text,
    cwd: request.cwd,
    decision: verdict.decision,
    findings: verdict.findings,
    cleared: isCleared,
    by: isCleared ? clearance.approvedBy : clearance.by,
  });
}

function clearedCall(
  call: BashCall,
  { paths, facts, request, verdict }: Judged,
  {
    clearance: { command, approvedBy, ruleProblem },
    kept,
  }: {
    readonly clearance: Extract<Clearance, { kind: "cleared" }>;
    readonly kept: Extract<SnapshotOutcome, { kind: "taken" }> | undefined;
  },
): ClearedCall {
  const { words } = call.setup;
  const approved = approvedBy === "policy" ? {} : { approved_by: approvedBy };
  return {
    command,
    judged: { request, verdict },
    facts: { ...facts, ...approved, ...(kept === undefined ? {} : { snapshot: kept.snapshot.id }) },
    notes: [
      ...tellContainment(call.session, call.sandbox.containment, words),
      ...(facts.normalized === undefined ? [] : [words.normalizedLineEnds()]),
      ...(paths.length === 0 ? [] : [words.quotedPaths(paths)]),
      ...(kept === undefined ? [] : [words.snapshotTaken(kept.restoreCommand)]),
      ...(ruleProblem === undefined ? [] : [words.ruleNotKept(ruleProblem)]),
    ],
    ...call,
  };
}
