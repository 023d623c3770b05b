import { unlessAborted } from "../../core/base/unless-aborted.ts";
import { realPath } from "../../core/files/path-inside.ts";
import type { Clearance, Request } from "../../core/permission/gate.ts";
import type { Asking } from "../../core/permission/question.ts";
import type { GivenStdin } from "../../core/policy/read/given-stdin.ts";
import type { Finding, Verdict } from "../../core/policy/verdict.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import { renderDenial, renderDryRun } from "../bash/render-verdict.ts";
import type { OwnMetadata } from "../metadata.ts";
import { sessionName } from "../session-scope.ts";
import { type ExecutionContext, fail, ok, type ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import { shellFacts } from "./shell-view.ts";

/** Input for a shell, and who gives it. */
export type InputRequest = {
  readonly setup: ToolSetup;
  readonly context: ExecutionContext;
  readonly shell: ShellProcess;
  readonly typed: GivenStdin;
  /** The question of an earlier call that this one goes on from. */
  readonly earlier?: Asking["earlier"];
};

/** How much of an input an event tells. */
const TOLD_CHARS = 1000;

/**
 * Asks the gate whether a shell may get this. Undefined: it may. `later` types it when the user has answered a question
 * that is still open when the caller goes.
 */
export async function refusalOf(
  request: InputRequest,
  later: (earlier: NonNullable<Asking["earlier"]>) => Promise<ToolResult>,
): Promise<ToolResult | undefined> {
  const { setup, context, shell, typed } = request;
  const { words } = setup;
  const facts = { ...shellFacts(shell), session_id: sessionName(shell.sessionId, context), written: 0 };
  context.onWait?.(words.anAnswer());
  const found = await unlessAborted(
    context.signal,
    setup.inputs.clear(shell, typed, {
      gate: setup.gate,
      caller: await callerOf(request),
      isDry: context.dryRun === true,
    }),
  );
  context.onWait?.(undefined);
  if (found === undefined) return fail(words.notTyped(words.waitCancelled()), { ...facts, cancelled: true });
  const { verdict, clearance } = found;
  if (clearance === undefined) return renderDryRun(verdict, { words, command: shownText(typed), facts });
  if (clearance.kind === "waiting") return waitOn(request, { clearance, verdict }, later);
  announce(request, { clearance, verdict });
  if (clearance.kind === "cleared") return undefined;
  return denied(request, clearance, facts);
}

/** Asks the gate about a step on a terminal. Undefined: it may be typed. A question that nobody answers in time is withdrawn. */
export async function askAboutInput(
  call: Omit<InputRequest, "typed">,
  asked: Request,
  found: Verdict,
): Promise<ToolResult | undefined> {
  const { setup, context, shell } = call;
  const { request, verdict } = withoutSecret(asked, found);
  const { words } = setup;
  const facts = { ...shellFacts(shell), session_id: sessionName(shell.sessionId, context) };
  if (context.dryRun === true) return renderDryRun(verdict, { words, command: request.text, facts });
  if (verdict.decision === "ask") context.onWait?.(words.anAnswer());
  const clearance = await unlessAborted(context.signal, setup.gate.clear(request, verdict));
  context.onWait?.(undefined);
  if (clearance === undefined) return fail(words.notTyped(words.waitCancelled()), { ...facts, cancelled: true });
  if (clearance.kind === "waiting") {
    await setup.withdraw(clearance.question.id);
    return denied(call, { verdict, by: "unanswered", rules: clearance.rules }, facts);
  }
  announce({ ...call, typed: { kind: "text", text: request.text } }, { clearance, verdict });
  return clearance.kind === "cleared" ? undefined : denied(call, clearance, facts);
}

/** What is typed at a password prompt stands in no question, no event and no result. */
function withoutSecret(request: Request, verdict: Verdict): { readonly request: Request; readonly verdict: Verdict } {
  const [first, ...others] = verdict.findings;
  if (![first, ...others].some(({ rule }) => rule === "type-password")) return { request, verdict };
  const hidden = (one: Finding): Finding => ({ ...one, part: HIDDEN, span: [0, HIDDEN.length] });
  return {
    request: { ...request, text: HIDDEN },
    verdict: { ...verdict, findings: [hidden(first), ...others.map(hidden)], parts: [] },
  };
}

const HIDDEN = "(what is typed at a password prompt)";

const shownText = (typed: GivenStdin): string => (typed.kind === "text" ? typed.text : "(keys)");

/** An input that may not be typed: why, and what to do instead. On a terminal the user can always type. */
function denied(
  { setup, shell }: Pick<InputRequest, "setup" | "shell">,
  denial: Parameters<typeof renderDenial>[0],
  facts: OwnMetadata,
): ToolResult {
  const { words, keepsRules } = setup;
  const wayOn = shell.terminal === undefined ? undefined : words.userCanType(shell.id);
  const result = renderDenial(denial, { words, keepsRules, facts, what: "Input", wayOn });
  return { ...result, error: words.notTyped(result.error ?? "") };
}

/** Who gives the input, and is asked about it. */
export async function callerOf({
  setup,
  context,
  shell,
  earlier,
}: Omit<InputRequest, "typed">): Promise<Parameters<ToolSetup["inputs"]["clear"]>[2]["caller"]> {
  const { wall } = await setup.shells().sandbox();
  const { question, backgroundAfterMs = Number.POSITIVE_INFINITY } = context;
  const [first = shell.workingDir, ...others] = setup.roots?.map(realPath) ?? [shell.workingDir];
  return {
    wall,
    workspaces: [first, ...others],
    client: context.scope,
    approver: context.approver ?? setup.approver,
    asking: {
      patienceMs:
        context.waitsForAnswer === true ? undefined : Math.min(backgroundAfterMs, setup.limits.defaultTimeoutMs),
      signal: context.signal,
      earlier: earlier ?? (question === undefined ? undefined : { id: question, isFinal: false }),
    },
  };
}

type Waiting = {
  readonly clearance: Extract<Clearance, { kind: "waiting" }>;
  readonly verdict: Verdict;
};

/** Ends the call with its question open. What becomes of the input is found by the question's id. */
function waitOn(
  request: InputRequest,
  { clearance: { question, isLater, rules }, verdict }: Waiting,
  later: (earlier: NonNullable<Asking["earlier"]>) => Promise<ToolResult>,
): ToolResult {
  const { setup, shell, context } = request;
  const { words, waiting } = setup;
  const facts = { session_id: sessionName(shell.sessionId, context), written: 0 };
  const result = async (): Promise<ToolResult> => {
    const { answer: said, by = "person", message = "" } = await question.answered;
    if (said !== "deny") return later({ id: question.id, isFinal: true });
    return denied(request, { verdict, by, said: message, rules }, facts);
  };
  if (!isLater) waiting.keep({ id: question.id, sessionId: shell.sessionId, result: result() });
  return ok(words.inputWaitsForAnswer(question.id), { ...facts, question_id: question.id });
}

function announce(
  { setup, shell, typed }: InputRequest,
  { clearance, verdict }: { readonly clearance: Exclude<Clearance, { kind: "waiting" }>; readonly verdict: Verdict },
): void {
  const isCleared = clearance.kind === "cleared";
  const { id, sessionId } = shell;
  setup.announce({
    kind: "input",
    id,
    sessionId,
    input: shownText(typed).slice(0, TOLD_CHARS),
    bytes: Buffer.byteLength(shownText(typed)),
    decision: verdict.decision,
    findings: verdict.findings,
    cleared: isCleared,
    by: isCleared ? clearance.approvedBy : clearance.by,
  });
}
